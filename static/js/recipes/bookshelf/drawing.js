// The nodes with their books, where a reader may add one.
import { html } from "../../html.js";
import { addBook } from "./bar.js";
import { Board } from "./board.js";

/** @param {any} view */
export function Drawing(view) {
  return html`<${Board} ...${view} add=${(node) => addBook(view, node)} />`;
}
