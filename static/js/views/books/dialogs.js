// Another bookshelf, a book of one's own, and what is asked before a disk is lost.
import { html, useState } from "../../html.js";
import { Ask } from "../ask.js";
import { Dialog } from "../dialog.js";
import { addBook, startNodes } from "./bar.js";
import { entryNode, nodesOf } from "./nodes.js";

export function AnotherShelf(view) {
  const { page, choose } = view;
  const [path, setPath] = useState("/bookshelf");
  const close = () => choose({ dialog: null });
  const submit = async (event) => {
    event.preventDefault();
    const started = await startNodes(view, 3, path.trim());
    if (started) choose({ shelf: path.trim(), dialog: null, candidate: null, book_node: null });
  };
  return html`
    <${Dialog} title="Another bookshelf" close=${close}>
      <form onSubmit=${submit}>
        <label>Path above its four znodes<input data-testid="shelf-path" value=${path}
          onInput=${(event) => setPath(event.target.value)} spellcheck="false" autocomplete="off" required
          pattern="/.+" title="A path that begins with /" autofocus /></label>
        <p class="soft">Three nodes are started, with disks of their own.</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid="shelf-path-confirm" disabled=${page.busy.has("start-3")}>Start</button>
        </div>
      </form>
    <//>
  `;
}

export function OwnBook(view) {
  const { shelf, choose } = view;
  const [book, setBook] = useState({ id: "", author: "", year: "" });
  const [node, setNode] = useState(entryNode(view));
  const close = () => choose({ dialog: null });
  const field = (name, more) => html`<input data-testid=${`book-${name}`} value=${book[name]} required autocomplete="off"
    onInput=${(event) => setBook({ ...book, [name]: event.target.value })} ...${more} />`;
  const submit = (event) => {
    event.preventDefault();
    addBook(view, node, { id: book.id.trim(), author: book.author.trim(), year: Number(book.year) });
    close();
  };
  return html`
    <${Dialog} title="Add a book" close=${close}>
      <form onSubmit=${submit}>
        <label>Id, one for each book${field("id", { autofocus: true, maxlength: 200, spellcheck: false })}</label>
        <label>Author${field("author", { maxlength: 200 })}</label>
        <label>Year${field("year", { type: "number", min: -5000, max: 9999, step: 1 })}</label>
        <label>Asked at<select data-testid="book-at" value=${node ?? ""} onChange=${(event) => setNode(event.target.value)}>
          ${nodesOf(shelf).map(({ id, process }) => html`<option key=${id} value=${id} disabled=${process !== "running"}>${id}${
            shelf?.leader === id ? ", the leader" : ""
          }</option>`)}</select></label>
        <p class="soft">Any node takes it; who does not lead hands it on. The same id twice: the same book is there already, another one is refused.</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid="book-confirm">Add</button>
        </div>
      </form>
    <//>
  `;
}

export function WipeDisk({ shelf, chosen, actions, choose }) {
  const id = chosen.book_node;
  const close = () => choose({ dialog: null });
  if (!shelf || !id) return null;
  const last = shelf.in_sync.length === 1 && shelf.in_sync[0] === id;
  const wipe = () => {
    actions.attempt("wipe", "DELETE", `bookshelves/nodes/${encodeURIComponent(id)}/disk`, { path: shelf.path });
    close();
  };
  return html`
    <${Ask} title=${`Lose the disk of ${id}?`} does="Lose it" act=${wipe} close=${close}>
      <p>Its directory is removed. When ${id} is restarted, it has an empty disk of another name: it is no longer in
        sync, whatever it was before, and fetches all books from the leader.</p>
      ${last && html`<p class="tone-dead"><b>${id} is the only one in sync: without its disk the acknowledged books are gone, and nobody may lead.</b></p>`}
    <//>
  `;
}
