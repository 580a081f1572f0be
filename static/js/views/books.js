// The bookshelf: an application on ZooKeeper. Its nodes, their disks, and a book on its way to all of them.
import { html, useEffect } from "../html.js";
import { join } from "../paths.js";
import { steps } from "../tour/books.js";
import { Bar, addBook, askToWipe, restart, slowDown, startNodes } from "./books/bar.js";
import { Board } from "./books/board.js";
import { Refusal } from "./books/copies.js";
import { Appoint, Decision, askToDecide } from "./books/decision.js";
import { AnotherShelf, OwnBook, WipeDisk } from "./books/dialogs.js";
import { Account, Changes, Checks, LastBooks } from "./books/foot.js";
import { candidatesOf, chosenNode, nodesOf, roles } from "./books/nodes.js";
import { TONES, WORDS } from "./books/words.js";
import { Write } from "./books/write.js";
import { Servers } from "./servers.js";
import { Story } from "./story.js";

const LISTS = ["all_nodes", "live_nodes", "election"];

export const books = {
  id: "books",
  title: "Books",
  component: Books,
  subject: { name: "shelf", section: "bookshelves" },
  places: ({ shelf }) => (shelf ? [shelf.path, ...LISTS.map((list) => join(shelf.path, list))] : []),
  recipe: () => "bookshelf",
  candidates: candidatesOf,
  roles,
  outlived: true,
  keys: [
    { key: "1", does: "start one node", run: (view) => startNodes(view, 1) },
    { key: "3", does: "start three nodes", run: (view) => startNodes(view, 3) },
    { key: "a", does: "add a book at the chosen node, otherwise at the leader", run: (view) => addBook(view) },
    { key: "o", does: "add a book of your own", when: hasNodes, run: ({ choose }) => choose({ dialog: "own-book" }) },
    { key: "m", does: "slow motion of the writes, or full speed", run: slowDown },
    { key: "r", does: "restart the chosen node, otherwise the one that ended last", when: noServer, run: restart },
    { key: "x", does: "lose the disk of a node that is down", run: askToWipe },
    { key: "l", does: "let a node lead, where nobody may who has every book", when: isStranded, run: askToDecide },
    { key: "ArrowLeft", name: "←", does: "choose the node before", sees: true, when: noServer, run: (view) => walk(view, -1) },
    { key: "ArrowRight", name: "→", does: "choose the node after", sees: true, when: noServer, run: (view) => walk(view, 1) },
    { key: "Escape", name: "Esc", does: "choose no node", sees: true, run: ({ choose }) => choose({ book_node: null, candidate: null, server: null }) },
  ],
  choices: { book_node: null },
  dialogs: { "another-shelf": AnotherShelf, "own-book": OwnBook, "wipe-disk": WipeDisk, appoint: Appoint },
  help: Help,
  words: WORDS,
  tones: TONES,
  tour: steps,
};

function noServer({ chosen }) {
  return !chosen.server;
}

function hasNodes({ shelf }) {
  return nodesOf(shelf).length > 0;
}

function isStranded({ shelf }) {
  return Boolean(shelf?.stranded);
}

function walk(view, step) {
  const nodes = nodesOf(view.shelf);
  if (!nodes.length) return;
  const at = nodes.findIndex(({ id }) => id === chosenNode(view)?.id);
  const next = at < 0 ? nodes.at(step > 0 ? 0 : -1) : nodes[Math.min(nodes.length - 1, Math.max(0, at + step))];
  view.choose({ book_node: next.id, candidate: next.candidate });
}

function Books(view) {
  const { shelf, clock, tree } = view;
  useEffect(() => {
    if (shelf) LISTS.forEach((list) => tree.open(join(shelf.path, list)));
  }, [shelf?.path]);
  const some = hasNodes(view);
  return html`
    <${Story} election=${shelf ?? NO_SHELF} clock=${clock} />
    <${Bar} ...${view} />
    <${Decision} ...${view} />
    <${Board} ...${view} start=${() => startNodes(view, 3)} add=${(node) => addBook(view, node)} />
    ${some && html`<div class="book-way"><${Write} shelf=${shelf} /><${Refusal} shelf=${shelf} /></div>`}
    <${Servers} ...${view} />
    <${Legend} />
    <div class="foot">
      ${some && html`<${Account} shelf=${shelf} /><${LastBooks} ...${view} /><${Changes} ...${view} />`}
      ${shelf && html`<${Checks} shelf=${shelf} />`}
    </div>
  `;
}

const NO_SHELF = { story: ["There is no bookshelf yet. Start three nodes, then add a book at any of them."] };

function Legend() {
  return html`
    <ul class="legend" aria-label="Legend">
      <li><i class="spine term-0"></i>a book on a disk</li>
      <li><i class="spine term-0 pending"></i>there, and nobody was told so</li>
      <li><svg viewBox="0 0 26 10"><path class="book-link" d="M1 9C6 1 20 1 25 9" /></svg>in sync with the leader</li>
      <li><svg viewBox="0 0 26 10"><g class="book-arc is-stored"><path d="M1 9C6 1 20 1 25 9" /></g></svg>a copy that arrived</li>
      <li><svg viewBox="0 0 26 10"><g class="book-arc is-refused"><path d="M1 9C6 1 20 1 25 9" /></g></svg>refused: of an earlier epoch</li>
      <li><svg viewBox="0 0 26 10"><path class="book-request" d="M1 9C6 1 20 1 25 9" /></svg>handed on to the leader</li>
    </ul>
  `;
}

function Help() {
  return html`
    <p>Every <b>node</b> is a process with a disk, one session, and a REST interface (<code>GET</code> and <code>POST /v1/books</code>). It
      registers in <code>all_nodes</code>, fetches from the leader what it has not, and only then appears in
      <code>live_nodes</code> and stands in the <code>election</code>.</p>
    <p>Any node takes a book; who does not lead hands it on. The leader stores it, copies it with its <b>epoch</b> to all that are
      <b>in sync</b>, and answers when all of them have it. Who does not answer is taken out of the in-sync set <i>first</i>, so that whoever may
      lead has every book that was acknowledged. A copy of an earlier epoch is refused.</p>
    <p>If all disks are lost that had every acknowledged book, no node may lead. A person may then let one <b>lead</b> (l) with what it has:
      what is lost is counted and shown.</p>
    <p><b>Slow motion</b> (m) puts a pause between the steps: kill the leader while a copy is on its way, and see what stays.</p>
  `;
}
