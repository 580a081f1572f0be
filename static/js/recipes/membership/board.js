// All known nodes, one column for each: its process above, its two znodes below.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { Empty } from "../../kit/empty.js";
import { isReached } from "../../servers.js";
import { Card } from "./card.js";
import { chosenNode, nodesOf } from "./nodes.js";

const MANY = 12;
const DRAWN = 120; // cards; the tree has all entries

export function Board(view) {
  const { state, group, page } = view;
  const nodes = nodesOf(group);
  const reached = isReached(state);
  const stale = page.status.state !== "connected" || !reached;
  if (!nodes.length) return html`<div class="nodes-empty"><${Empty} ...${view} /></div>`;
  const chosen = chosenNode(view);
  const drawn = drawnOf(nodes, chosen);
  return html`
    <div class=${`members ${stale ? "stale" : ""} ${nodes.length > MANY ? "many" : ""}`} data-testid="members-board">
      <p class="nodes-lane believed">Processes: what each believes</p>
      <ul style=${`--count: ${drawn.length}`}>
        ${drawn.map((node) => html`<${Card} key=${node.id} ...${view} node=${node} isChosen=${chosen?.id === node.id} />`)}
      </ul>
      <p class="nodes-lane true">${reached ? "ZooKeeper: what is true" : "ZooKeeper is out of reach: what was true last"}</p>
      <${NotDrawn} nodes=${nodes.filter((node) => !drawn.includes(node))} />
    </div>
  `;
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
  return html`<p class="members-more soft" data-testid="members-not-drawn">and ${plural(nodes.length, "node")} that ${
    nodes.length === 1 ? "is" : "are"
  } not drawn: ${parts.join(", ")}. The tree has all of them.</p>`;
}
