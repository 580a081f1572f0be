// ZooKeeper's lane: the znodes in order, and the crown on the lowest.
import { html, useRef } from "../../html.js";
import { join } from "../../paths.js";
import { toneOf, znodeLabel } from "./looks.js";
import { Moving, pure } from "./moving.js";
import { znodeKey } from "./strategies.js";
import { fitting, widthOf } from "./type.js";

const CROWN = "M-11 0L-8.5 -13L-3 -6L0 -16L3 -6L8.5 -13L11 0z";
const CROWN_SIZE = 1.35;

/** Return the part that draws the znode of a column. */
export function znodeOf(column, { places, sizes, row, chosen, tools, path }) {
  const { entry, ghost } = column;
  const { znodeWidth, znodeHeight, znodeY, crownLine, step, unit, type } = places;
  const isCrowned = entry.truth === "leader"; // the crown's words are below it
  const room = isCrowned ? znodeWidth / 2 - 18 * unit : step - 8 * unit;
  const own = join(path, entry.znode);
  const looks = ghost ? "ghost" : `truth-${entry.truth} tone-${toneOf(column)}`;
  const facts = entry.hidden
    ? "it is in the list of children; its ACL hides the rest from this dashboard"
    : `session ${entry.session ?? "unknown"}, czxid ${entry.czxid ?? "unknown"}`;
  return {
    of: Znode,
    key: znodeKey(column),
    x: places.znodeX(column),
    path: own,
    testid: `znode-${entry.label}`,
    looks: `znode ${looks} ${chosen.znode === own ? "chosen" : ""}`,
    sizes,
    ghost,
    label: znodeLabel(entry, (znodeWidth - 8 * unit) / (0.61 * type.znode)),
    stand: ghost ? "" : fitting([tools.stand(row, entry)], room, "stand", type),
    standX: isCrowned ? -(znodeWidth / 4 + 5 * unit) : 0,
    standY: isCrowned ? -znodeHeight / 2 - 6 * unit : crownLine - znodeY,
    about: `${entry.znode}\n${facts}${ghost ? "\ndeleted" : ""}`,
  };
}

const Znode = pure(({ x, path, testid, looks, sizes, ghost, label, stand, standX, standY, about, leaves, tools }) => {
  const { znodeWidth, znodeHeight, znodeY, type } = sizes;
  return html`
    <${Moving} class=${looks} data-testid=${testid} data-gone=${ghost} x=${x} y=${znodeY} leaves=${leaves} tools=${tools} onClick=${() => tools.chooseZnode(path)}>
      <rect rx="9" x=${-znodeWidth / 2} y=${-znodeHeight / 2} width=${znodeWidth} height=${znodeHeight} />
      <text y=${0.35 * type.znode}>${label}</text>
      <title>${about}</title>
      <text class="stand" x=${standX} y=${standY}>${stand}</text>
    <//>
  `;
});

/** Draw the one crown, on the lowest znode, as the chain says. It goes with its own; on another it is at once. */
export function Crown({ scene }) {
  const { row, places, columns, tools } = scene;
  const last = useRef({ key: "", x: 0, words: "", isAside: false });
  const lowest = columns.find(({ entry, ghost }) => entry && !ghost && entry.truth === "leader");
  if (lowest) last.current = { key: znodeKey(lowest), x: places.znodeX(lowest), ...crownWords(places.znodeX(lowest), scene) };
  const { key, x, words, isAside } = last.current;
  const { unit, znodeY, znodeHeight, znodeWidth, crownLine } = places;
  return html`
    <${Moving} key=${key} class="crown" data-testid="crown" x=${x} y=${znodeY} leaves=${!lowest} tools=${tools}
      data-znode=${lowest?.entry.znode ?? ""} data-key=${lowest ? key : ""} data-epoch=${row.epoch ?? ""}>
      <path class="crown-shape" d=${CROWN} transform=${`translate(0,${-znodeHeight / 2 - 3 * unit}) scale(${unit * CROWN_SIZE})`} />
      <text class="crown-label" x=${isAside ? -znodeWidth / 2 : 0} y=${crownLine - znodeY} text-anchor=${isAside ? "start" : "middle"}>${words}</text>
    <//>
  `;
}

/** Return the words below the crown: all, even where they reach below the next znodes, which have none; else the short ones. */
function crownWords(x, { row, places, tools, isRace }) {
  const { unit, step, type, width, znodeWidth } = places;
  const words = tools.crown(row, false);
  const across = widthOf(words, "crown", type);
  const room = (isRace ? 2 * places.hub.room : step) - 8 * unit;
  if (across <= room) return { words, isAside: false };
  const isAside = !isRace && x - znodeWidth / 2 + across < width - 8 * unit && row.chain.every((entry) => !tools.stand(row, entry));
  return { words: isAside ? words : tools.crown(row, true), isAside };
}
