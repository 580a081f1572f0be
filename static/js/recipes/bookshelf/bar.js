// The controls of a bookshelf: the bookshelf, how many nodes, a book, slow motion, and actions.
import { html } from "../../html.js";
import { Do, Switch } from "../../kit/controls/elements.js";
import { counts, startBy, whyFull } from "../../kit/controls/start.js";
import { nextBook } from "./library.js";
import { whyNotRestart } from "../../kit/nodes.js";
import { chosenNode, entryNode, nodesOf, restartable, whyNotAdd, whyNotWipe } from "./nodes.js";

const START = [1, 3];
export const FIRST = "/bookshelf";
const asked = new Set(); // ids that this page has asked for: the state may not show them yet

export function startNodes(view, count, path = view.shelf?.path ?? FIRST) {
  const { chosen } = view;
  return startBy(view, count, `start-${count}`, "bookshelves", { path, count, session_timeout: chosen.timeout });
}

/** Add the next book of the list at a node: by default at the chosen one, else at the leader. refused: see actions.js. */
export function addBook(view, node = null, book = null, refused = undefined) {
  const { shelf, actions } = view;
  const at = node ? nodesOf(shelf).find(({ id }) => id === node) : entryNode(view);
  const why = whyNotAdd(view, at);
  const chosen = book ?? nextBook(shelf, asked);
  if (!why) asked.add(chosen.id);
  return actions.unless(why, "add-book", "POST", "bookshelves/books", { path: shelf?.path, node: at?.id, ...chosen }, refused);
}

/** Ask for a book of the reader's own. */
export function addOwn(view) {
  const why = whyNotAdd(view);
  if (why) view.actions.toast(why);
  else view.choose({ dialog: "own-book" });
}

export function slowDown({ shelf, actions }) {
  const why = shelf ? null : "There is no bookshelf yet: start some nodes";
  return actions.unless(why, "slow", "POST", "bookshelves/slow", { path: shelf?.path, on: !shelf?.pause });
}

/** Start a new process for a node that is down, on its old disk. */
export function restart(view) {
  const node = restartable(view);
  const body = { path: view.shelf?.path, session_timeout: view.chosen.timeout };
  return view.actions
    .unless(whyNotRestart(node) ?? whyFull(view.state, 1), "restart", "POST", `bookshelves/nodes/${encodeURIComponent(node?.id)}/restart`, body)
    .then((started) => started && view.choose({ book_node: node.id, candidate: null }));
}

export function askToWipe(view) {
  const node = restartable(view);
  const why = whyNotWipe(node);
  if (why) view.actions.toast(why);
  else view.choose({ book_node: node.id, candidate: null, dialog: "wipe-disk" });
}

export const controls = {
  starts: (view) => counts(view, START, "nodes", (count) => startNodes(view, count)),
  verbs: (view) => view.shelf && html`<${Add} ...${view} /><${Slow} ...${view} />`,
  own: ({ shelf }) => (shelf ? 2 : 0),
  more: (view) => view.shelf && html`<${Own} ...${view} /><${Again} ...${view} />`,
};

function Add(view) {
  const { id } = entryNode(view) ?? {};
  const why = whyNotAdd(view);
  const where = chosenNode(view) ? `${id}, the chosen node` : "the leader";
  return html`<button class=${why ? "" : "primary"} data-testid="add-book" disabled=${Boolean(why)} onClick=${() => addBook(view)}
    title=${why ?? `Add a book at ${where} (n)`}>+ book${id ? html` <span class="word">at ${id}</span>` : ""}</button>`;
}

function Own(view) {
  return html`<button data-testid="own-book" disabled=${Boolean(whyNotAdd(view))} title=${whyNotAdd(view) ?? "A book of your own: id, author, year (v)"}
    onClick=${() => addOwn(view)}>Add a book of your own …</button>`;
}

function Slow(view) {
  const on = view.shelf.pause > 0;
  const does = on ? "Writes at full speed again" : "A pause between the steps of a write, long enough to kill a node in the middle of it";
  return html`<${Switch} page=${view.page} name="slow" look="slow" on=${on} title=${`${does} (h)`} run=${() => slowDown(view)}><span>slow<span class="word"> motion</span></span><//>`;
}

function Again(view) {
  const { page } = view;
  const node = restartable(view);
  const why = whyNotRestart(node);
  return html`
    <${Do} page=${page} name="restart" testid="books-restart" why=${why} run=${() => restart(view)}
      title=${`restart ${node?.id}: a new process on its old disk (r)`}>restart${why ? "" : ` ${node.id}`}<//>
    <${Do} page=${page} name="wipe" testid="books-wipe" why=${whyNotWipe(node)} run=${() => askToWipe(view)}
      title=${`lose the disk of ${node?.id}: it comes back with an empty disk that has another name (x)`}>lose its disk<//>
  `;
}
