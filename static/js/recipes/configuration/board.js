// The drawing: the subscribers above, each with the value it uses; the znode below, and the watches on it.
import { cut, hexZxid, shortIds } from "../../format.js";
import { html } from "../../html.js";
import { NobodyYet } from "../../kit/empty.js";
import { GroundLabel } from "../../kit/ground.js";
import { useTicks } from "../../kit/now.js";
import { Room } from "../../kit/room.js";
import { endOf, leftWords, shareLeft } from "../../kit/session.js";
import { Arrival, Somebody, ZnodeCard, delayOf, hued, inPixels } from "../../kit/spread/draw.js";
import { oneLine, watchTone } from "../../kit/spread/values.js";
import { isReached } from "../../servers.js";
import { partsOf, peopleOf, valueWords, versionWords } from "./subscribers.js";

const FAST_MS = 100;

export function Board(view) {
  const all = view.configuration ? peopleOf(view) : [];
  useTicks(all.some(({ standing }) => standing === "dead") ? FAST_MS : null);
  if (!view.configuration) return html`<${NobodyYet} ...${view} />`;
  const need = (width, top, isLast) => (isLast || showsValues(width * 16, all.length) ? leastOf(width * 16, top * 16, all.length, isLast) / 16 : Infinity);
  const draw = (room) => html`<${Drawing} ...${view} all=${all} layout=${layOut(inPixels(room), all.length)} />`;
  return html`<${Room} ...${view} looks="config-board" data=${{ "data-testid": "config-board" }} need=${need} draw=${draw} />`;
}

function Drawing({ all, layout, ...view }) {
  const { state } = view;
  const short = shortIds(all.filter(({ mzxid }) => mzxid !== null).map(({ mzxid }) => hexZxid(mzxid)));
  return html`
    <div class=${layout.roomy ? "" : "dense"}>
      <svg width=${layout.width} height=${layout.height} role="group" aria-label="The subscribers, and the znode they watch">
        <rect class=${`ground ${isReached(state) ? "" : "unreached"}`} x="0" y=${layout.lane} width=${layout.width} height=${layout.height - layout.lane} rx="12" />
        ${all.map((one, index) => html`<${Watch} key=${one.id} one=${one} at=${layout.places[index]} layout=${layout} />`)}
        ${all.map((one, index) => html`<${Subscriber} key=${one.id} ...${view} one=${one} short=${short} at=${layout.places[index]} layout=${layout} />`)}
      </svg>
      ${!all.length && html`<div class="config-nobody" style=${{ height: `${layout.lane}px` }}><${NobodyYet} ...${view} /></div>`}
      <${Znode} ...${view} all=${all} layout=${layout} />
      <div class=${`config-ground ${layout.isTight ? "beside" : ""}`} style=${layout.label}><${GroundLabel} state=${state} /></div>
    </div>
  `;
}

/** Draw a watch from the subscriber to the znode; nothing is drawn while it does not watch. */
function Watch({ one, at, layout }) {
  if (one.standing === "dead") return null; // ZooKeeper forgot it with the connection
  const watches = one.belief === "watching";
  const { x, y } = at.port;
  const from = at.y + layout.radius + (layout.roomy ? belowOf(one, layout) * layout.unit : 0);
  const bend = (y - from) * 0.55;
  const looks = `config-watch tone-${watchTone(one)} ${watches ? "" : "off"} ${one.listed ? "seen" : ""}`;
  return html`<path class=${looks} data-testid=${`watch-${one.id}`} data-evidence=${one.listed ? "server" : "reported"}
    d=${`M${at.x} ${from}C${at.x} ${from + bend} ${x} ${y - bend} ${x} ${y}`} />`;
}

/** Return the height of the words below a subscriber. */
const belowOf = ({ mzxid }, { hasVersions }) => (hasVersions && mzxid !== null ? 33 : 18);

function Subscriber({ one, short, at, layout, clock, configuration, ...view }) {
  const { radius, unit, roomy } = layout;
  const now = clock.now();
  const ends = one.standing === "dead" ? endOf(view.state, one, true) : null;
  const delay = delayOf(one, configuration, now);
  const data = {
    "data-testid": `subscriber-${one.id}`, "data-standing": one.standing, "data-process": one.process, "data-mzxid": one.mzxid ?? "",
    "data-version": one.version ?? "", "data-missing": String(Boolean(one.missing)), style: hued(one),
  };
  return html`
    <${Somebody} ...${view} one=${one} at=${at} unit=${unit} radius=${radius} left=${shareLeft(one.session_timeout_ms, ends, now)} parts=${partsOf(one)} looks=${`tone-${one.tone}`} data=${data}>
      <${Arrival} one=${one} at=${at} from=${at.port} radius=${radius} unit=${unit} token=${7} delay=${delay} />
      ${
        roomy &&
        html`<text class="belief" y=${-radius - 7 * unit}>${one.words}</text>${" "}
        <g key=${`in use ${one.mzxid}`} class=${delay === null ? "" : "arriving"} style=${delay === null ? "" : `--delay: ${delay.toFixed(2)}s`}>
          <text class="value" y=${radius + 16 * unit}>${ends === null ? valueWords(one, layout.letters) : leftWords(ends, now, layout.letters < LETTERS.most)}</text>${" "}
          ${layout.hasVersions && html`<text class="version" y=${radius + 31 * unit}>${versionWords(one, short, layout.idLetters)}</text>`}</g>${" "}`
      }
    <//>
  `;
}

function Znode({ configuration, all, layout, ...view }) {
  const { path, znode } = configuration;
  const awaited = all.length ? "watched for its creation" : "nobody watches it";
  const data = { "data-testid": "config-znode", "data-mzxid": znode?.mzxid ?? "", "data-version": znode?.version ?? "" };
  return html`
    <${ZnodeCard} ...${view} znode=${znode} path=${path} place=${layout.znode} data=${data}>
      <span class="znode-path"><code>${cut(path, 40)}</code></span>
      <span key=${znode?.mzxid} class="znode-value" data-testid="config-now">${znode ? cut(oneLine(znode.value), 60) : "no such znode"}</span>
      <span class="znode-stat number">${znode ? html`version <b>${znode.version}</b> · mzxid <b>${hexZxid(znode.mzxid)}</b>` : awaited}</span>
    <//>
  `;
}

const SIZES = [
  { most: 14, room: 72, radius: 26, across: 104, down: 112, roomy: true },
  { most: 48, radius: 18, across: 50, down: 52, roomy: false },
  { most: Infinity, radius: 13, across: 34, down: 35, roomy: false },
];
const NOBODY = { wide: 112, narrow: 165, from: 480 }; // where nobody is: the height of what to do first, in a width from there on
/** Sizes; label: of the ground's words below the znode. */
const LETTERS = { most: 13, wide: 7.5, id: 7, apart: 8, across: 72 }; // of a value and an id below a subscriber: how wide; between two of them; the least room for it on a phone
const LOOSE = { isTight: false, above: 6, saved: 0, gap: 26, wide: 330, high: 74, label: 26 };
/** Where that has no room: no version below a subscriber, and the ground's words beside the znode. */
const TIGHT = { isTight: true, above: 8, saved: 18, gap: 22, wide: 300, high: 64, label: 10 };
const mayBeTight = (width) => width >= NOBODY.from;

/** Tell whether a room is wide enough to show what each has; of many none is. */
const showsValues = (width, count) => count > SIZES[0].most || width >= SIZES[0].room * count;

/** Return the least height of all, in `unit`s. */
const leastOf = (width, top, count, isLast) => placesOf({ width, height: 0, top, unit: 1 }, count, isLast && mayBeTight(width) ? TIGHT : LOOSE).height;

/** Return {width, height, unit, radius, roomy, isTight, letters, idLetters, hasVersions, label: its style, places: [{x, y, port}], lane, znode: {x, y, width, height}} */
function layOut(room, count) {
  const loose = placesOf(room, count, LOOSE);
  return loose.height > room.height + 1 && mayBeTight(room.width / room.unit) ? placesOf(room, count, TIGHT) : loose;
}

/** Return the same, with these sizes. */
function placesOf({ width, height: wanted, top: free, unit }, count, { isTight, above, saved, gap, wide, high, label }) {
  const { radius, across, down: usual, roomy } = SIZES.find(({ most, room = 0 }) => count <= most && width >= room * count * unit);
  const isNarrow = width < NOBODY.from * unit;
  const down = count ? usual - (roomy ? saved : 0) : isNarrow ? NOBODY.narrow : NOBODY.wide;
  const perRow = Math.max(1, Math.min(count || 1, Math.floor(width / ((roomy && isNarrow ? LETTERS.across : across) * unit))));
  const rows = Math.max(1, Math.ceil(count / perRow));
  const top = free + above * unit;
  const least = top + (rows * down + (roomy ? 0 : 16) + 2 * gap + high + label) * unit;
  const height = Math.max(wanted, least);
  const spare = height - least;
  const apart = down * unit + (spare * 0.3) / rows;
  const lane = top + rows * apart + (roomy ? 0 : 16) * unit + gap * unit + spare * 0.3;
  const znode = znodeAt(width, lane + gap * unit + spare * 0.2, wide * unit, high * unit, unit);
  const spots = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    const x = width / 2 + (index - row * perRow - (inRow - 1) / 2) * width / (roomy ? inRow : perRow);
    return { x, y: top + row * apart + (radius + (roomy ? 16 : 0)) * unit };
  });
  const fromLeft = [...spots].sort((a, b) => a.x - b.x);
  const places = spots.map((spot) => ({ ...spot, port: portOf(fromLeft.indexOf(spot), count, znode) }));
  const letters = Math.min(LETTERS.most, Math.floor(width / perRow / unit / LETTERS.wide));
  const idLetters = Math.floor((width / perRow / unit - LETTERS.apart) / LETTERS.id);
  const where = isTight ? { top: `${lane}px`, width: `${znode.x}px` } : { top: `${height - 24 * unit}px` };
  return { width, unit, roomy, radius: radius * unit, isTight, letters, idLetters, hasVersions: !isTight && letters === LETTERS.most, label: where, places, lane, znode, height };
}

function znodeAt(width, y, wide, height, unit) {
  const fitted = Math.min(wide, width - 24 * unit);
  return { x: (width - fitted) / 2, y, width: fitted, height };
}

/** Return where its watch meets the znode. */
function portOf(index, count, { x, y, width }) {
  return { x: x + width * (0.12 + (0.76 * (index + 0.5)) / Math.max(1, count)), y };
}
