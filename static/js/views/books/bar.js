// The controls of a bookshelf: which one, how many nodes, a book, slow motion, what happens to whom.
import { html } from "../../html.js";
import { Act } from "../controls/act.js";
import { Paths } from "../controls/paths.js";
import { Start, Timeout } from "../controls/start.js";
import { nextBook } from "./library.js";
import { chosenNode, entryNode, restartable, whyNotRestart, whyNotWipe } from "./nodes.js";

export const START = [1, 3];
export const FIRST = "/bookshelf";
const asked = new Set(); // ids that this page has asked for: the state may not show them yet

export function startNodes({ shelf, chosen, actions }, count, path = shelf?.path ?? FIRST) {
  return actions.attempt(`start-${count}`, "POST", "bookshelves", { path, count, session_timeout: chosen.timeout });
}

/** The next book of the list, at a node; without one at the chosen one, else at the leader. */
export function addBook(view, node = entryNode(view), book = null) {
  const { shelf, actions } = view;
  if (!shelf || !node) return actions.toast("There is no node yet: start three");
  const chosen = book ?? nextBook(shelf, asked);
  asked.add(chosen.id);
  return actions.attempt("add-book", "POST", "bookshelves/books", { path: shelf.path, node, ...chosen });
}

export function slowDown({ shelf, actions }) {
  if (shelf) actions.attempt("slow", "POST", "bookshelves/slow", { path: shelf.path, on: !shelf.pause });
}

/** A new process for a node that is down, on the disk that it had. */
export function restart(view) {
  const node = restartable(view);
  const why = whyNotRestart(node);
  if (why) return view.actions.toast(why);
  const body = { path: view.shelf.path, session_timeout: view.chosen.timeout };
  return view.actions
    .attempt("restart", "POST", `bookshelves/nodes/${encodeURIComponent(node.id)}/restart`, body)
    .then((started) => started && view.choose({ book_node: node.id, candidate: null }));
}

export function askToWipe(view) {
  const node = restartable(view);
  const why = whyNotWipe(node);
  if (why) view.actions.toast(why);
  else view.choose({ book_node: node.id, candidate: null, dialog: "wipe-disk" });
}

export function Bar(view) {
  const { state, shelf, choose } = view;
  const entries = Object.values(state.bookshelves ?? {}).map(({ path, live, known }) => ({ path, word: `${live} of ${known} live` }));
  const other = state.read_only ? null : () => choose({ dialog: "another-shelf" });
  return html`
    <div class="controls">
      <${Paths} label="Bookshelf" testid="shelf" value=${shelf?.path} entries=${entries} other=${other}
        pick=${(path) => choose({ shelf: path, candidate: null, book_node: null })} />
      ${state.read_only && html`<span class="chip" data-testid="read-only">read-only: watching</span>`}
      ${!state.read_only && html`<${Start} ...${view} counts=${START} what="nodes" start=${(count) => startNodes(view, count)} />
        <${Timeout} ...${view} />${shelf && html`<${Add} ...${view} /><${Slow} ...${view} />`}<${Act} ...${view} />${
        shelf && html`<${Again} ...${view} />`
      }`}
    </div>
  `;
}

function Add(view) {
  const { shelf, choose } = view;
  const node = entryNode(view);
  return html`
    <span class="group" role="group" aria-label="Add a book">
      <button class="primary" data-testid="add-book" disabled=${!node}
        title=${`Add a book at ${chosenNode(view) ? `${node}, the chosen node` : "the leader"} (a)`} onClick=${() => addBook(view)}>+ book${
          node ? html` <span>at ${node}</span>` : ""
        }</button>
      <button data-testid="own-book" disabled=${!node || !shelf} title="A book of your own: id, author, year (o)"
        onClick=${() => choose({ dialog: "own-book" })}>…<span class="sr"> of your own</span></button>
    </span>
  `;
}

function Slow(view) {
  const { shelf, page } = view;
  const on = shelf.pause > 0;
  const does = on ? "Writes at full speed again" : "A pause between the steps of a write, long enough to kill somebody in the middle of it";
  return html`
    <button class="switch slow" role="switch" aria-checked=${on} data-testid="slow" title=${`${does} (m)`}
      disabled=${page.busy.has("slow")} onClick=${() => slowDown(view)}><i aria-hidden="true"></i>slow motion</button>
  `;
}

function Again(view) {
  const { page } = view;
  const node = restartable(view);
  const why = whyNotRestart(node);
  const notWiped = whyNotWipe(node);
  return html`
    <span class="group again" role="group" aria-label="What happens to a node that is down">
      <button data-testid="books-restart" disabled=${Boolean(why) || page.busy.has("restart")} aria-busy=${page.busy.has("restart")}
        title=${why ?? `restart ${node.id}: a new process on the disk that it had (r)`} onClick=${() => restart(view)}>restart${why ? "" : ` ${node.id}`}</button>
      <button data-testid="books-wipe" disabled=${Boolean(notWiped)}
        title=${notWiped ?? `lose the disk of ${node.id}: it comes back empty, under another disk's name (x)`} onClick=${() => askToWipe(view)}>lose its disk</button>
    </span>
  `;
}
