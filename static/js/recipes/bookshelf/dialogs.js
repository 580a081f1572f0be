// The dialog for a book of your own, and the question before a disk is lost.
import { html, useState } from "../../html.js";
import { Ask, Dialog } from "../../kit/dialog.js";
import { addBook } from "./bar.js";
import { entryNode, nodesOf } from "./nodes.js";

export function OwnBook(view) {
  const { shelf, choose } = view;
  const [book, setBook] = useState({ id: "", author: "", year: "" });
  const [node, setNode] = useState(entryNode(view)?.id);
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
        <label>Id, unique for each book${field("id", { autofocus: true, maxlength: 200, spellcheck: false })}</label>
        <label>Author${field("author", { maxlength: 200 })}</label>
        <label>Year${field("year", { type: "number", min: -5000, max: 9999, step: 1 })}</label>
        <label>Sent to<select data-testid="book-at" value=${node ?? ""} onChange=${(event) => setNode(event.target.value)}>
          ${nodesOf(shelf).map(({ id, process }) => html`<option key=${id} value=${id} disabled=${process !== "running"}>${id}${
            shelf?.leader === id ? ", the leader" : ""
          }</option>`)}</select></label>
        <p class="soft">Any node takes it; a node that does not lead passes it on. If the id exists already, the same book is accepted, and a different book is refused.</p>
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
      <p>Its directory is removed. When ${id} is restarted, it has an empty disk with another name: it is no longer in
        sync, and fetches all books from the leader.</p>
      ${last && html`<p class="tone-dead"><b>${id} is the only one in sync: without its disk the acknowledged books are gone, and nobody may lead.</b></p>`}
    <//>
  `;
}
