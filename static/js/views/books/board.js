// All nodes of a bookshelf, one column each, and what travels between them.
import { html } from "../../html.js";
import { isReached } from "../../servers.js";
import { useTicks } from "../now.js";
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
  if (!nodes.length) return html`<${Empty} ...${view} />`;
  const reached = isReached(state);
  const stale = page.status.state !== "connected" || !reached;
  const chosen = chosenNode(view);
  return html`
    <div ref=${board} class=${`books ${stale ? "stale" : ""} ${nodes.length > MANY ? "many" : ""}`} data-testid="books-board">
      <p class="members-lane believed">Processes and their disks: what each one has, and what it sends</p>
      <ul style=${`--count: ${nodes.length}`}>
        ${nodes.map((node) => html`<${Card} key=${node.id} ...${view} node=${node} isChosen=${chosen?.id === node.id} />`)}
      </ul>
      <p class="members-lane true">${reached ? "ZooKeeper: what is true" : "ZooKeeper is out of reach: what was last true"}</p>
      <${Copies} shelf=${shelf} spots=${spots} now=${clock.now()} />
    </div>
  `;
}

function Empty({ state, page, start, guide }) {
  return html`
    <div class="members members-empty">
      <p><b>There is no bookshelf yet.</b></p>
      <p>${
        state.read_only
          ? "Nodes appear here as soon as one registers."
          : "Start three nodes: each registers, catches up, is live, stands for election, and keeps a copy of every book on its disk."
      }</p>
      ${!state.read_only && html`<p><button class="primary" data-testid="start-first" disabled=${page.busy.has("start-3")} onClick=${start}>Start three nodes</button>
        <button data-testid="tour-first" onClick=${() => guide.begin("books")}>Take the guided tour</button></p>`}
    </div>
  `;
}
