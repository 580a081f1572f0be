// What a list shows where a window is chosen: that it is of this window only.
import { html } from "../html.js";
import { spoken } from "./window.js";

/** Say that a list shows a window only; a click lists all again. */
export function Narrowed({ window, choose }) {
  if (!window) return null;
  return html`<button class="filter narrowed" aria-pressed="true" data-testid="narrowed" title="Only what happened in this window; click to list all again"
    onClick=${() => choose({ window: null })}>${spoken(window)}<span aria-hidden="true"> ×</span></button>`;
}
