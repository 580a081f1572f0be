// All nodes of a bookshelf, one column each, and what travels between them.
import { html } from "../../html.js";
import { Empty } from "../../kit/empty.js";
import { useTicks } from "../../kit/now.js";
import { isReached } from "../../servers.js";
import { Card } from "./card.js";
import { Copies, shownWrite } from "./copies.js";
import { chosenNode, nodesOf } from "./nodes.js";
import { useSpots } from "./spots.js";

const MANY = 5;

export function Board(view) {
  const { state, shelf, page, clock } = view;
  const [board, spots] = useSpots();
  const nodes = nodesOf(shelf);
  useTicks(shelf && shownWrite(shelf, clock.now()) ? 500 : null);
  if (!nodes.length) return html`<div class="nodes-empty"><${Empty} ...${view} /></div>`;
  const reached = isReached(state);
  const stale = page.status.state !== "connected" || !reached;
  const chosen = chosenNode(view);
  return html`
    <div ref=${board} class=${`books ${stale ? "stale" : ""} ${nodes.length > MANY ? "many" : ""}`} data-testid="books-board">
      <p class="nodes-lane believed">Processes and their disks: what each one has, and what it sends</p>
      <ul style=${`--count: ${nodes.length}`}>
        ${nodes.map((node) => html`<${Card} key=${node.id} ...${view} node=${node} isChosen=${chosen?.id === node.id} />`)}
      </ul>
      <p class="nodes-lane true">${reached ? "ZooKeeper: what is true" : "ZooKeeper: what was true last"}</p>
      <${Copies} shelf=${shelf} spots=${spots} now=${clock.now()} />
    </div>
  `;
}
