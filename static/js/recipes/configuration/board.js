// The drawing: the subscribers above, each with the value it uses; the znode below, and the watches on it.
import { cut, hexZxid } from "../../format.js";
import { html } from "../../html.js";
import { NobodyYet } from "../../kit/empty.js";
import { GroundLabel } from "../../kit/ground.js";
import { Room } from "../../kit/room.js";
import { Arrival, Somebody, ZnodeCard, delayOf, hued, inPixels } from "../../kit/spread/draw.js";
import { oneLine, subscribersOf, watchTone } from "../../kit/spread/values.js";
import { isReached } from "../../servers.js";
import { partsOf, valueWords } from "./subscribers.js";

export function Board(view) {
  const all = subscribersOf(view.configuration);
  if (!view.configuration) return html`<${NobodyYet} ...${view} />`;
  const need = (width, top) => layOut({ width: width * 16, height: 0, top: top * 16, unit: 1 }, all.length).height / 16;
  const draw = (room) => html`<${Drawing} ...${view} all=${all} layout=${layOut(inPixels(room), all.length)} />`;
  return html`<${Room} ...${view} looks="config-board" data=${{ "data-testid": "config-board" }} need=${need} draw=${draw} />`;
}

function Drawing({ all, layout, ...view }) {
  const { state } = view;
  return html`
    <div class=${layout.roomy ? "" : "dense"}>
      <svg width=${layout.width} height=${layout.height} role="group" aria-label="The subscribers, and the znode they watch">
        <rect class=${`ground ${isReached(state) ? "" : "unreached"}`} x="0" y=${layout.lane} width=${layout.width} height=${layout.height - layout.lane} rx="12" />
        ${all.map((one, index) => html`<${Watch} key=${one.id} one=${one} at=${layout.places[index]} layout=${layout} />`)}
        ${all.map((one, index) => html`<${Subscriber} key=${one.id} ...${view} one=${one} at=${layout.places[index]} layout=${layout} />`)}
      </svg>
      ${!all.length && html`<div class="config-nobody" style=${{ height: `${layout.lane}px` }}><${NobodyYet} ...${view} /></div>`}
      <${Znode} ...${view} all=${all} layout=${layout} />
      <div class="config-ground" style=${{ top: `${layout.height - 24 * layout.unit}px` }}><${GroundLabel} state=${state} /></div>
    </div>
  `;
}

const BELOW = 36; // the text below a subscriber

/** Draw a watch from the subscriber to the znode; nothing is drawn while it does not watch. */
function Watch({ one, at, layout }) {
  const watches = one.belief === "watching";
  const { x, y } = at.port;
  const from = at.y + layout.radius + (layout.roomy ? BELOW * layout.unit : 0);
  const bend = (y - from) * 0.55;
  const looks = `config-watch tone-${watchTone(one)} ${watches ? "" : "off"} ${one.listed ? "seen" : ""}`;
  return html`<path class=${looks} data-testid=${`watch-${one.id}`} data-evidence=${one.listed ? "server" : "reported"}
    d=${`M${at.x} ${from}C${at.x} ${from + bend} ${x} ${y - bend} ${x} ${y}`} />`;
}

function Subscriber({ one, at, layout, clock, configuration, ...view }) {
  const { radius, unit, roomy } = layout;
  const delay = delayOf(one, configuration, clock.now());
  const data = {
    "data-testid": `subscriber-${one.id}`, "data-standing": one.standing, "data-process": one.process, "data-mzxid": one.mzxid ?? "",
    "data-version": one.version ?? "", "data-missing": String(Boolean(one.missing)), style: hued(one),
  };
  return html`
    <${Somebody} ...${view} one=${one} at=${at} unit=${unit} radius=${radius} parts=${partsOf(one)} looks=${`tone-${one.tone}`} data=${data}>
      <${Arrival} one=${one} at=${at} from=${at.port} radius=${radius} unit=${unit} token=${7} delay=${delay} />
      ${
        roomy &&
        html`<text class="belief" y=${-radius - 7 * unit}>${one.words}</text>${" "}
        <g key=${`in use ${one.mzxid}`} class=${delay === null ? "" : "arriving"} style=${delay === null ? "" : `--delay: ${delay.toFixed(2)}s`}>
          <text class="value" y=${radius + 16 * unit}>${valueWords(one, 13)}</text>${" "}
          <text class="version" y=${radius + 31 * unit}>${one.mzxid === null ? "" : `v${one.version} · ${hexZxid(one.mzxid)}`}</text></g>${" "}`
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
  { most: 14, room: 62, radius: 26, across: 104, down: 112, roomy: true },
  { most: 48, radius: 18, across: 50, down: 52, roomy: false },
  { most: Infinity, radius: 13, across: 34, down: 35, roomy: false },
];
const NOBODY = { wide: 112, narrow: 165, from: 480 }; // where nobody is: the height of what to do first, in a width from there on
const ABOVE = 6;
const GAP = 26;
const ZNODE = { width: 330, height: 74 };

/** Return {width, height, unit, radius, roomy, places: [{x, y, port}], lane, znode: {x, y, width, height}} */
function layOut({ width, height: wanted, top: free, unit }, count) {
  const { radius, across, down: usual, roomy } = SIZES.find(({ most, room = 0 }) => count <= most && width >= room * count * unit);
  const down = count ? usual : width < NOBODY.from * unit ? NOBODY.narrow : NOBODY.wide;
  const perRow = Math.max(1, Math.min(count || 1, Math.floor(width / (across * unit))));
  const rows = Math.max(1, Math.ceil(count / perRow));
  const top = free + ABOVE * unit;
  const least = top + (rows * down + (roomy ? 0 : 16) + 2 * GAP + ZNODE.height + 26) * unit;
  const height = Math.max(wanted, least);
  const spare = height - least;
  const apart = down * unit + (spare * 0.3) / rows;
  const lane = top + rows * apart + (roomy ? 0 : 16) * unit + GAP * unit + spare * 0.3;
  const znode = znodeAt(width, lane + GAP * unit + spare * 0.2, unit);
  const spots = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    const x = width / 2 + (index - row * perRow - (inRow - 1) / 2) * width / (roomy ? inRow : perRow);
    return { x, y: top + row * apart + (radius + (roomy ? 16 : 0)) * unit };
  });
  const fromLeft = [...spots].sort((a, b) => a.x - b.x);
  const places = spots.map((spot) => ({ ...spot, port: portOf(fromLeft.indexOf(spot), count, znode) }));
  return { width, unit, roomy, radius: radius * unit, places, lane, znode, height };
}

function znodeAt(width, y, unit) {
  const wide = Math.min(ZNODE.width * unit, width - 24 * unit);
  return { x: (width - wide) / 2, y, width: wide, height: ZNODE.height * unit };
}

/** Return where its watch meets the znode. */
function portOf(index, count, { x, y, width }) {
  return { x: x + width * (0.12 + (0.76 * (index + 0.5)) / Math.max(1, count)), y };
}
