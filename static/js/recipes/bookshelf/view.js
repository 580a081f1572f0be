// The bookshelf: an application on ZooKeeper. Its nodes, their disks, and a book on its way to all of them.
import { html } from "../../html.js";
import { killed, live } from "../../kit/hint.js";
import { later } from "../../kit/later.js";
import { lanes, mark } from "../../kit/legend.js";
import { noServer, walkingKeys, whyNotRestart } from "../../kit/nodes.js";
import { join } from "../../paths.js";
import { Subject } from "../../views/subject.js";
import { FIRST, addBook, addOwn, askToWipe, controls, restart, slowDown, startNodes } from "./bar.js";
import { Appoint, Decision, askToDecide } from "./decision.js";
import { candidatesOf, chosenNode, nodesOf, restartable, roles, serving } from "./nodes.js";
import { znodesOf } from "./znodes.js";

const Board = later(() => import("./board.js"), "Board");
const Work = later(() => import("./work.js"), "Work");
const OwnBook = later(() => import("./dialogs.js"), "OwnBook");
const WipeDisk = later(() => import("./dialogs.js"), "WipeDisk");
const Round = later(() => import("./work.js"), "Round");

const VERDICTS = {
  no_acknowledged_book_lost: ["no acknowledged book lost", "The leader of each new term is asked for its whole list, and has every book that was acknowledged to a client"],
  one_leader_serves: ["at most one leader serves", "Two leaders never take writes at the same time while their sessions last by their own clocks"],
  in_sync_agree: ["in sync: the same books", "A node that runs and is in sync in the leader's epoch has the leader's books, at most two seconds after a change"],
};
const BOW = "M1 9C6 1 20 1 25 9";
const bow = (drawn) => html`<svg viewBox="0 0 26 10">${drawn}</svg>`;
const LISTS = ["all_nodes", "live_nodes", "election"];

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "books",
  title: "Books",
  group: "work",
  component: Subject,
  round: Round,
  subject: { name: "shelf", section: "bookshelves", thing: "bookshelf", znodes: znodesOf, lists: LISTS, wordOf: ({ live, known }) => `${live} of ${known} listed as live` },
  recipe: () => "bookshelf",
  candidates: candidatesOf,
  roles,
  outlived: true,
  keys: [
    { key: "1", does: "start one node", run: (view) => startNodes(view, 1) },
    { key: "3", does: "start three nodes", run: (view) => startNodes(view, 3) },
    { key: "n", does: "add a book at the chosen node, otherwise at the leader", run: (view) => addBook(view) },
    { key: "v", does: "add a book of your own", run: addOwn },
    { key: "h", does: "slow motion of the writes, or full speed", run: slowDown },
    { key: "r", does: "restart the chosen node, otherwise the one that ended last", when: noServer, run: restart },
    { key: "x", does: "lose the disk of a node that is down", run: askToWipe },
    { key: "y", does: "let a node lead, if no node with all books can lead", when: isStranded, unless: "Nothing is to be decided: a node with all books can lead", run: askToDecide },
    ...walkingKeys("book_node", ({ shelf }) => nodesOf(shelf), chosenNode),
  ],
  choices: { book_node: null },
  addressed: ["book_node"],
  dialogs: { "own-book": OwnBook, "wipe-disk": WipeDisk, appoint: Appoint },
  within: { book_node: null },
  controls,
  opens: (path) => LISTS.map((list) => join(path, list)),
  board: (view) => html`<${Board} ...${view} add=${(node) => addBook(view, node)} />`,
  legend: () => [
    ...lanes("their disks, what each one has, and what it sends"),
    [mark("spine term-0"), "a book on a disk"],
    [mark("spine term-0 pending"), "there, but no client was told"],
    [bow(html`<path class="book-link" d=${BOW} />`), "in sync with the leader"],
    [bow(html`<g class="book-arc is-stored"><path d=${BOW} /></g>`), "a copy that arrived"],
    [bow(html`<g class="book-arc is-refused"><path d=${BOW} /></g>`), "refused: from an earlier epoch"],
    [bow(html`<path class="book-request" d=${BOW} />`), "passed on to the leader"],
  ],
  work: (view) => html`<${Decision} ...${view} /><${Work} ...${view} />`,
  checks: VERDICTS,
  first: {
    path: FIRST,
    story: ["There is no bookshelf yet. Start three nodes, then add a book at any of them."],
    nobody: () => "There is no bookshelf yet.",
    watching: "Nodes appear here as soon as one registers.",
    says: "Start three nodes: each registers, catches up, becomes live, stands for election, and keeps a copy of every book on its disk.",
    button: "Start three nodes",
    busy: "start-3",
    start: (view, { path }) => startNodes(view, 3, path),
  },
  another: { label: "Path above its four znodes", note: "This starts three nodes, each with its own disk." },
  help: Help,
  hints: [
    { say: "decide which node leads, with the books that it has.", key: "y", isUrgent: isStranded },
    { say: "start three nodes.", key: "3", until: live(2) },
    { say: "add a book: the leader copies it to the others before it acknowledges.", key: "n", when: (view) => Boolean(serving(view)), until: ({ shelf }) => (shelf?.acknowledged ?? 0) > 0 },
    { say: "now kill the leader: is every acknowledged book still there?", key: "k", role: "leader", until: killed },
    { say: "restart it, and see it catch up.", key: "r", when: (view) => !whyNotRestart(restartable(view)), until: live(3) },
  ],
  tour: () => import("./tour.js"),
};

function isStranded({ shelf }) {
  return Boolean(shelf?.stranded);
}

function Help() {
  return html`
    <p>Every <b>node</b> is a process with a disk, one session, and a REST interface (<code>GET</code> and <code>POST /v1/books</code>). It
      registers in <code>all_nodes</code>, fetches from the leader what it lacks, and only then
      appears in <code>live_nodes</code> and stands in the <code>election</code>.</p>
    <p>Any node takes a book; a node that does not lead passes it on. The leader stores it, copies it with its <b>epoch</b> to all
      nodes <b>in sync</b>, and answers when all of them have it. A node that does not answer is taken out of the in-sync set <i>first</i>, so every
      node that may lead has every acknowledged book. A copy from an earlier epoch is refused.</p>
    <p>If all disks with every acknowledged book are lost, no node may lead. A person may then let one <b>lead</b> (y) with what it has:
      the page counts and shows the lost books.</p>
    <p><b>Slow motion</b> (h) puts a pause between the steps: kill the leader while a copy is on its way, and see what stays.</p>
  `;
}
