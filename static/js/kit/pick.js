// The name of a candidate in a row: a button as large as its row, which chooses it.
import { html } from "../html.js";

export function Pick({ id, isChosen, choose }) {
  return html`<button class="pick" aria-pressed=${isChosen} title=${isChosen ? "Choose nobody" : `Choose ${id}`}
    onClick=${() => choose({ candidate: isChosen ? null : id })}><b>${id}</b></button>`;
}
