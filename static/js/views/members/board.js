// All known nodes, one column each: its process above, its two znodes below.
import { html } from "../../html.js";
import { Card } from "./card.js";
import { chosenNode, nodesOf } from "./nodes.js";

const MANY = 12;

export function Board(view) {
  const { state, group, page } = view;
  const nodes = nodesOf(group);
  const reached = state.zookeeper.state === "connected";
  const stale = page.status.state !== "connected" || !reached;
  if (!nodes.length) return html`<${Empty} ...${view} />`;
  const chosen = chosenNode(view);
  return html`
    <div class=${`members ${stale ? "stale" : ""} ${nodes.length > MANY ? "many" : ""}`} data-testid="members-board">
      <p class="members-lane believed">Processes: what each one believes</p>
      <ul style=${`--count: ${nodes.length}`}>
        ${nodes.map((node) => html`<${Card} key=${node.id} ...${view} node=${node} isChosen=${chosen?.id === node.id} />`)}
      </ul>
      <p class="members-lane true">${reached ? "ZooKeeper: what is true" : "ZooKeeper is out of reach: what was last true"}</p>
    </div>
  `;
}

function Empty({ state, page, start, guide }) {
  return html`
    <div class="members members-empty">
      <p><b>Nobody belongs to this group.</b></p>
      <p>${
        state.read_only
          ? "Nodes appear here as soon as one registers."
          : "Start a node: a process that registers for good, and announces itself for as long as its session lives."
      }</p>
      ${
        !state.read_only &&
        html`<p><button class="primary" data-testid="start-first" disabled=${page.busy.has("start-5")}
        onClick=${start}>Start five nodes</button>
        <button data-testid="tour-first" onClick=${() => guide.begin("members")}>Take the guided tour</button></p>`
      }
    </div>
  `;
}
