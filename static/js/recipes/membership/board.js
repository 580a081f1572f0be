// All known nodes, one column for each: its process above, its two znodes below.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { NobodyYet } from "../../kit/empty.js";
import { GroundLabel } from "../../kit/ground.js";
import { Room, rems } from "../../kit/room.js";
import { Card } from "./card.js";
import { chosenNode, nodesOf } from "./nodes.js";

const CARD = { width: 7, height: 14.3, gap: 0.6 };
const DRAWN = 120; // cards; the tree has all entries

export function Board(view) {
  const nodes = nodesOf(view.group);
  if (!nodes.length) return html`<${NobodyYet} ...${view} />`;
  const chosen = chosenNode(view);
  const drawn = drawnOf(nodes, chosen);
  const rowsIn = (width) => Math.ceil(drawn.length / Math.max(1, Math.floor(width / CARD.width)));
  const need = (width, top, isLast) => (width < 21 && !isLast ? Infinity : top + rowsIn(width) * (CARD.height + CARD.gap) + 2.6);
  const draw = ({ width, top }) => html`
    <ul style=${`padding-top: ${rems(top)}; grid-template-columns: repeat(${Math.ceil(drawn.length / rowsIn(width))}, minmax(0, 1fr))`}>
      ${drawn.map((node) => html`<${Card} key=${node.id} ...${view} node=${node} isChosen=${chosen?.id === node.id} />`)}
    </ul>
    <p class="members-ground ground"><${GroundLabel} state=${view.state} /><${NotDrawn} nodes=${nodes.filter((node) => !drawn.includes(node))} /></p>
  `;
  return html`<${Room} ...${view} looks="members" data=${{ "data-testid": "members-board" }} need=${need} draw=${draw} />`;
}

/** Return all nodes; of many, the chosen one, those with a process or a live znode, and those live last. */
function drawnOf(nodes, chosen) {
  if (nodes.length <= DRAWN) return nodes;
  const first = (node) => (node.id === chosen?.id ? 2 : node.candidate || node.live ? 1 : 0);
  const ranked = [...nodes].sort((a, b) => first(b) - first(a) || (b.since ?? 0) - (a.since ?? 0));
  const drawn = new Set(ranked.slice(0, DRAWN));
  return nodes.filter((node) => drawn.has(node));
}

function NotDrawn({ nodes }) {
  if (!nodes.length) return null;
  const live = nodes.filter((node) => node.live).length;
  const parts = [live && `${live} live`, nodes.length - live && `${nodes.length - live} down`].filter(Boolean);
  return html`<span class="members-more" data-testid="members-not-drawn">and ${plural(nodes.length, "node")} that ${
    nodes.length === 1 ? "is" : "are"
  } not drawn: ${parts.join(", ")}. The tree has all of them.</span>`;
}
