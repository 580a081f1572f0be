// All nodes of a bookshelf, one column each, and what travels between them.
import { hexZxid, plural, shortIds } from "../../format.js";
import { html } from "../../html.js";
import { NodeDisc } from "../../kit/disc.js";
import { NobodyYet } from "../../kit/empty.js";
import { GroundLabel } from "../../kit/ground.js";
import { useTicks } from "../../kit/now.js";
import { Room, rems } from "../../kit/room.js";
import { join } from "../../paths.js";
import { isHeld } from "../../servers.js";
import { Copies, shownWrite, useSpots } from "./copies.js";
import { spineOf } from "./library.js";
import { chosenNode, comparison, describe, isAway, leftWords, nodesOf, rankWords, shareLeft } from "./nodes.js";

const CARD = { width: 9.4, wide: 13.6, height: 22.4, low: 13.6, gap: 2.6 };
const BRIEF = { width: 3.6, height: 10.9, gap: 1.7, more: 3.4, wide: 4.3, broken: 0.9, whole: 5.2 }; // broken: what a second line takes, where a column is narrower than `whole`

export function Board(view) {
  const { shelf, clock } = view;
  const nodes = nodesOf(shelf);
  useTicks(shelf && shownWrite(shelf, clock.now()) ? 500 : null);
  if (!nodes.length) return html`<${NobodyYet} ...${view} />`;
  const isWide = (width) => width / nodes.length >= CARD.wide;
  const rowsIn = (width) => Math.ceil(nodes.length / Math.max(1, Math.floor(width / CARD.width)));
  const full = (width, top) => Math.max(top, CARD.gap) + rowsIn(width) * ((isWide(width) ? CARD.low : CARD.height) + CARD.gap) - CARD.gap + 1.4;
  const briefRowsIn = (width) => Math.ceil(nodes.length / Math.max(1, Math.floor(width / BRIEF.width)));
  const briefHeight = (width) => BRIEF.height + (width / Math.ceil(nodes.length / briefRowsIn(width)) < BRIEF.whole ? BRIEF.broken : 0);
  const brief = (width, top) => Math.max(top, BRIEF.gap) + briefRowsIn(width) * (briefHeight(width) + BRIEF.gap) - BRIEF.gap + 1.4;
  const need = (width, top, isLast) => (isLast ? Math.min(brief(width, top), full(width, top)) : width < 18 ? Infinity : full(width, top));
  const draw = ({ width, height, top, rem }) => {
    const free = top * rem;
    if (full(width, top) > height + 0.01) return html`<${Drawing} ...${view} free=${free} nodes=${nodes} columns=${Math.ceil(nodes.length / briefRowsIn(width))} top=${Math.max(top, BRIEF.gap)} looks=${`is-brief ${width / nodes.length >= BRIEF.wide && brief(width, top) + BRIEF.more * briefRowsIn(width) <= height ? "is-higher" : ""}`} />`;
    return html`<${Drawing} ...${view} free=${free} nodes=${nodes} columns=${Math.ceil(nodes.length / rowsIn(width))} top=${Math.max(top, CARD.gap)} looks=${isWide(width) ? "is-wide" : ""} />`;
  };
  return html`<${Room} ...${view} looks="books" data=${{ "data-testid": "books-board" }} need=${need} draw=${draw} />`;
}

/** @param {any} view */
function Drawing({ nodes, columns, top, free, looks, ...view }) {
  const { shelf, clock } = view;
  const [board, spots] = useSpots(free);
  const chosen = chosenNode(view);
  const epochs = epochsOf(nodes, looks === "is-wide");
  return html`
    <div ref=${board} class=${`books-drawing ${looks}`}>
      <ul style=${`padding-top: ${rems(top)}; grid-template-columns: repeat(${columns}, minmax(0, 1fr))`}>
        ${nodes.map((node) => html`<${Card} key=${node.id} ...${view} node=${node} epoch=${epochs.get(node.epoch)} isChosen=${chosen?.id === node.id} isBrief=${looks.startsWith("is-brief")} />`)}
      </ul>
      <p class="books-ground ground"><${GroundLabel} state=${view.state} /></p>
      <${Copies} shelf=${shelf} spots=${spots} now=${clock.now()} />
    </div>
  `;
}

/** Return epoch → its words; isShort: with as much of it as tells it from the others, as there is no room for more beside a disk. */
function epochsOf(nodes, isShort) {
  const epochs = nodes.map(({ epoch }) => epoch).filter((epoch) => epoch !== null);
  const short = shortIds(epochs.map(hexZxid));
  return new Map(epochs.map((epoch) => [epoch, `epoch ${isShort ? short.get(hexZxid(epoch)) : hexZxid(epoch)}`]));
}

const Crown = () => html`<path class="crown-shape" data-testid="book-crown" d="M-11 -28L-13 -41L-5 -35L0 -43L5 -35L13 -41L11 -28Z" />`;
const FAST_MS = 100;
const CUT_OFF = { words: "no connection", brief: "cut off" }; // for which a narrow column has no room
const DISKS = { here: "its disk stays", lost: "its disk is gone", elsewhere: "its disk is not here" };

function Card(view) {
  const { state, node, epoch, shelf, clock, isChosen, isBrief, choose } = view;
  const now = clock.now();
  const held = isHeld(state);
  const share = held ? null : shareLeft(node, now);
  useTicks(share === null ? null : FAST_MS);
  const leads = shelf.leader === node.id;
  const pick = () => choose(isChosen ? { book_node: null, candidate: null } : { book_node: node.id, candidate: node.candidate });
  return html`
    <li class=${`book-node tone-${node.tone} standing-${node.standing.replace(" ", "-")} ${isAway(node) ? "away" : ""} ${isChosen ? "chosen" : ""}`}
      data-testid=${`book-node-${node.id}`} data-node=${node.id} data-state=${node.state} data-standing=${node.standing}
      data-process=${node.process ?? ""} data-in-sync=${String(node.in_sync)} data-live=${String(node.live)} data-leads=${String(leads)}>
      <button class="book-process" aria-pressed=${isChosen} title=${describe(node, shelf, now, held)}
        data-testid=${`book-process-${node.id}`} onClick=${pick}>
        <${NodeDisc} node=${node} share=${share} looks="book-disc" box="-36 -44 72 80">${leads && html`<${Crown} />`}<//>${" "}
        <span class="book-belief">${isBrief && node.words === CUT_OFF.words ? CUT_OFF.brief : node.words}</span>${" "}
        <span class="book-pid">${node.candidate ?? ""}</span>
      </button>
      <${Note} node=${node} epoch=${epoch} now=${now} held=${held} isBrief=${isBrief} />
      <${Shelf} node=${node} shelf=${shelf} />
      <${AddHere} ...${view} />
      <${Znodes} ...${view} leads=${leads} held=${held} />
    </li>
  `;
}

/** Say why it is not in sync yet; else show its latest epoch where there is room. */
function Note({ node, epoch, now, held, isBrief }) {
  const { standing, state, of, books, reason } = node;
  if (standing === "fading") return html`<p class="book-note number">${leftWords(node, now, held)}</p>`;
  if (state === "catching up") {
    const far = of ? `${books ?? 0} of ${of}` : (reason ?? "");
    return html`<p class="book-note number">${far}</p>`;
  }
  if (standing === "down") return html`<p class="book-note">${DISKS[node.disk] ?? DISKS.here}</p>`;
  if (isBrief) return null;
  return html`<p class="book-note soft number" title=${`The latest epoch that this node has seen${node.epoch === null ? "" : `: ${hexZxid(node.epoch)}`}`}>${epoch}</p>`;
}

function AddHere({ node, state, add }) {
  if (state.read_only) return null;
  return html`<button class="book-add" data-testid=${`add-at-${node.id}`} disabled=${node.process !== "running"}
    title=${`Add the next book at ${node.id}: POST http://${node.address ?? "…"}/v1/books`} onClick=${() => add(node.id)}>+ book here</button>`;
}

function Znodes({ node, shelf, chosen, choose, held, isBrief }) {
  const entry = shelf.election.length && node.rank !== null ? shelf.election[node.rank]?.znode : null;
  const rows = [
    ["all_nodes", node.known ? "known" : "not yet", node.known, join(shelf.path, `all_nodes/${node.id}`), "Its entry is persistent: the bookshelf never forgets it"],
    ["live_nodes", liveWords(node, held), node.live, join(shelf.path, `live_nodes/${node.id}`), "Ephemeral: it ends with its session"],
    ["election", isBrief ? `${node.rank === null ? "no" : rankWords(node)} znode` : rankWords(node), node.rank !== null, entry && join(shelf.path, `election/${entry}`), "Ephemeral and sequential: the owner of the lowest one leads"],
    ["in_sync", inSyncWords(node, shelf, isBrief), node.in_sync, join(shelf.path, "in_sync"), "The data of one znode: who has every acknowledged book, and on which disk"],
  ];
  return html`
    <div class="book-znodes">
      ${rows.map(([name, words, is, path, title]) => html`<button key=${name} class=${`book-fact ${is ? "is" : ""} ${name} ${path && chosen.znode === path ? "picked" : ""}`}
        data-testid=${`${name}-${node.id}`} data-is=${String(is)} disabled=${!is || !path} title=${`${title}\n${path ?? ""}`}
        onClick=${() => choose({ znode: path })}><span>${name}</span><b>${words}</b></button>`)}
    </div>
  `;
}

/** Say whether it is in sync; isBrief: without the name of the znode beside it. ZooKeeper names a node by its disk: its other disks are not in sync. */
function inSyncWords(node, { stores }, isBrief) {
  const { id, in_sync: is, disk } = node;
  if (is && isAway(node)) return isBrief ? "listed in sync" : "still listed";
  if (is) return disk === "elsewhere" ? "named" : "in sync";
  return stores[id] ? "on a lost disk" : isBrief ? "not in sync" : "no";
}

function liveWords({ live, standing }, held) {
  if (!live) return "gone";
  if (held) return "held";
  return standing === "fading" ? "running out" : "live";
}

const SPINES = 12;
const CHECKSUM = 6;

function Shelf({ node, shelf }) {
  const { books, last, store } = node;
  const waiting = pendingIn(shelf);
  const spines = spinesOf(node).slice(-SPINES);
  const more = (books ?? 0) - spines.length;
  const down = node.process === "exited" || node.process === null;
  return html`
    <div class=${`book-disk ${down ? "off" : ""} ${books === 0 ? "bare" : ""}`} title=${store ? `disk ${store}` : "its disk is not known yet"}
      data-testid=${`disk-${node.id}`} data-books=${books ?? ""} data-checksum=${node.checksum ?? ""}>
      <p class="spines" aria-hidden="true">
        ${more > 0 && html`<span class="spines-more number">+${more}</span>`}
        ${spines.map((id, index) => html`<${Spine} key=${id ?? `n${index}`} id=${id} pending=${waiting.has(id)} />`)}
        ${books === 0 && html`<span class="spines-none">empty</span>`}
      </p>
      <p class="book-count"><b class="number">${books === null ? "no books yet" : plural(books, "book")}</b><${Checksum} node=${node} shelf=${shelf} /></p>
      ${last.length > 0 && html`<span class="sr">the last: ${last.slice(-3).join(", ")}</span>`}
    </div>
  `;
}

function spinesOf({ last, books }) {
  if (last?.length) return last;
  return Array.from({ length: Math.min(books ?? 0, SPINES) }, () => null);
}

/** Return the books that some disk has but no client was told are stored. */
function pendingIn(shelf) {
  return new Set([...Object.keys(shelf.writes ?? {}), ...(shelf.open_writes ?? []).map(({ id }) => id)]);
}

function Spine({ id, pending }) {
  const { colour, height, width } = spineOf(id ?? "book");
  return html`<i class=${`spine ${colour} ${pending ? "pending" : ""}`} style=${`height: ${height}%; width: ${width}rem`}
    data-book=${id} title=${id && `${id}${pending ? ": no client was told that it is stored" : ""}`}></i>`;
}

function Checksum({ node, shelf }) {
  const same = comparison(node, shelf);
  if (!node.checksum) return null;
  const leads = shelf.leader === node.id;
  const mark = leads || !same ? "" : same === "same" ? "=" : "≠";
  const says = leads ? "the leader's own" : same === "same" ? "the same books as the leader" : same ? "not the same books as the leader" : "";
  return html`
    <code class=${`checksum ${same === "other" && !shelf.write ? "differs" : ""}`} data-testid=${`checksum-${node.id}`} data-same=${same ?? ""}
      title=${`checksum ${node.checksum}${says ? `: ${says}` : ""}`}>${mark && html`<b>${mark}</b> `}${node.checksum.slice(0, CHECKSUM)}</code>
  `;
}
