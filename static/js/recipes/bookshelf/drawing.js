// The nodes with their books, and the write that is on its way.
import { html } from "../../html.js";
import { addBook } from "./bar.js";
import { Board } from "./board.js";
import { Refusal } from "./copies.js";
import { hasNodes } from "./nodes.js";
import { Write } from "./write.js";

export function Drawing(view) {
  const { shelf, clock } = view;
  return html`
    <${Board} ...${view} add=${(node) => addBook(view, node)} />
    ${hasNodes(view) && html`<div class="book-way"><${Write} shelf=${shelf} /><${Refusal} shelf=${shelf} clock=${clock} /></div>`}
  `;
}
