// The parent znode, if all watch it: a place in ZooKeeper's lane to which every watch runs.
import { shortZnode } from "../../format.js";
import { html } from "../../html.js";
import { baseOf, parentOf } from "../../paths.js";
import { fitted } from "./looks.js";

export function Hub({ scene }) {
  const { places, row, path, state, chosen, isRace, tools } = scene;
  const { hub, type, znodeWidth, znodeHeight, znodeY } = places;
  const name = fitted(shortZnode(baseOf(row.itself ? parentOf(path) : path)) || "/", Math.floor(hub.width / (0.62 * type.hub)) - 1);
  const ours = !isRace || Object.values(state.candidates).some((candidate) => candidate.path === path);
  const below = znodeY - hub.y;
  return html`
    <g class=${`hub ${chosen.znode === path ? "chosen" : ""}`} data-testid="znode-parent" transform=${`translate(${hub.x},${hub.y})`} onClick=${() => tools.chooseZnode(path)}>
      <path class="branches" d=${branchesOf(hub, scene)} />
      ${isRace && html`
        <rect class="prize" rx="9" ...${boxOf(znodeWidth, znodeHeight)} y=${below - znodeHeight / 2} />
        <text class=${`prize-name ${row.chain.length ? "taken" : ""}`} y=${below + 0.35 * type.hub}>${row.itself ? baseOf(path) : "leader"}</text>`}
      <rect class="place" rx="9" ...${boxOf(hub.width, hub.height)} />
      <text class="place-name" y=${0.35 * type.hub}>${name}</text>
      <title>${path}: ${ours ? "all watch the list of its children" : "the watches of other programs are not known here"}</title>
    </g>
  `;
}

function boxOf(width, height) {
  return { x: -width / 2, y: -height / 2, width, height };
}

/** Return the lines from the parent to each of its children that is drawn. */
function branchesOf(hub, { shown, places, isRace }) {
  const [top, bottom] = [hub.height / 2, places.znodeY - places.znodeHeight / 2 - hub.y];
  const half = (top + bottom) / 2;
  const ends = isRace ? [0] : shown.filter(({ entry, ghost }) => entry && !ghost).map(({ key }) => places.x(key) - hub.x);
  return ends.map((x) => `M0,${top}V${half}H${x}V${bottom}`).join("");
}
