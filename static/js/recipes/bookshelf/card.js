// One node: its process above, its disk in the middle, what ZooKeeper says about it below.
import { hexZxid } from "../../format.js";
import { html } from "../../html.js";
import { NodeDisc } from "../../kit/disc.js";
import { useTicks } from "../../kit/now.js";
import { join } from "../../paths.js";
import { isHeld } from "../../servers.js";
import { describe, leftWords, rankWords, shareLeft } from "./nodes.js";
import { Shelf } from "./shelf.js";

const Crown = () => html`<path class="crown-shape" data-testid="book-crown" d="M-11 -28L-13 -41L-5 -35L0 -43L5 -35L13 -41L11 -28Z" />`;
const FAST_MS = 100;
const DISKS = { here: "its disk stays", lost: "its disk is gone", elsewhere: "its disk is not here" };

export function Card(view) {
  const { state, node, shelf, clock, isChosen, choose } = view;
  const now = clock.now();
  const held = isHeld(state);
  const share = held ? null : shareLeft(node, now);
  useTicks(share === null ? null : FAST_MS);
  const leads = shelf.leader === node.id;
  const pick = () => choose(isChosen ? { book_node: null, candidate: null } : { book_node: node.id, candidate: node.candidate });
  return html`
    <li class=${`book-node tone-${node.tone} standing-${node.standing.replace(" ", "-")} ${isChosen ? "chosen" : ""}`}
      data-testid=${`book-node-${node.id}`} data-node=${node.id} data-state=${node.state} data-standing=${node.standing}
      data-process=${node.process ?? ""} data-in-sync=${String(node.in_sync)} data-live=${String(node.live)} data-leads=${String(leads)}>
      <button class="book-process" aria-pressed=${isChosen} title=${describe(node, shelf, now, held)}
        data-testid=${`book-process-${node.id}`} onClick=${pick}>
        <${NodeDisc} node=${node} share=${share} looks="book-disc" box="-36 -44 72 80">${leads && html`<${Crown} />`}<//>${" "}
        <span class="book-belief">${node.words}</span>${" "}
        <span class="book-pid">${node.candidate ?? ""}</span>
      </button>
      <${Note} node=${node} now=${now} held=${held} />
      <${Shelf} node=${node} shelf=${shelf} />
      <${AddHere} ...${view} />
      <${Znodes} ...${view} leads=${leads} held=${held} />
    </li>
  `;
}

/** Say why it is not in sync yet; else show its latest epoch. */
function Note({ node, now, held }) {
  const { standing, state, of, books, reason, epoch } = node;
  if (standing === "fading") return html`<p class="book-note number">${leftWords(node, now, held)}</p>`;
  if (state === "catching up") {
    const far = of ? `${books ?? 0} of ${of}` : (reason ?? "");
    return html`<p class="book-note number">${far}</p>`;
  }
  if (standing === "down") return html`<p class="book-note">${DISKS[node.disk] ?? DISKS.here}</p>`;
  return html`<p class="book-note soft number" title="The latest epoch that this node has seen">${epoch === null ? "" : `epoch ${hexZxid(epoch)}`}</p>`;
}

function AddHere({ node, state, add }) {
  if (state.read_only) return null;
  return html`<button class="book-add" data-testid=${`add-at-${node.id}`} disabled=${node.process !== "running"}
    title=${`Add the next book at ${node.id}: POST http://${node.address ?? "…"}/v1/books`} onClick=${() => add(node.id)}>+ book here</button>`;
}

function Znodes({ node, shelf, chosen, choose, held }) {
  const entry = shelf.election.length && node.rank !== null ? shelf.election[node.rank]?.znode : null;
  const rows = [
    ["all_nodes", node.known ? "known" : "not yet", node.known, join(shelf.path, `all_nodes/${node.id}`), "Its entry is persistent: the bookshelf never forgets it"],
    ["live_nodes", liveWords(node, held), node.live, join(shelf.path, `live_nodes/${node.id}`), "Ephemeral: it ends with its session"],
    ["election", rankWords(node), node.rank !== null, entry && join(shelf.path, `election/${entry}`), "Ephemeral and sequential: the owner of the lowest one leads"],
    ["in_sync", inSyncWords(node, shelf), node.in_sync, join(shelf.path, "in_sync"), "The data of one znode: who has every acknowledged book, and on which disk"],
  ];
  return html`
    <div class="book-znodes">
      ${rows.map(([name, words, is, path, title]) => html`<button key=${name} class=${`book-fact ${is ? "is" : ""} ${name} ${path && chosen.znode === path ? "picked" : ""}`}
        data-testid=${`${name}-${node.id}`} data-is=${String(is)} disabled=${!is || !path} title=${`${title}\n${path ?? ""}`}
        onClick=${() => choose({ znode: path })}><span>${name}</span><b>${words}</b></button>`)}
    </div>
  `;
}

/** Say whether it is in sync. ZooKeeper names a node by its disk: its other disks are not in sync. */
function inSyncWords({ id, in_sync: is, disk }, { stores }) {
  if (is) return disk === "elsewhere" ? "named" : "in sync";
  return stores[id] ? "on a lost disk" : "no";
}

function liveWords({ live, standing }, held) {
  if (!live) return "gone";
  if (held) return "held";
  return standing === "fading" ? "running out" : "live";
}
