// Events of one thing, as a list.
import { clockTime } from "../format.js";
import { html } from "../html.js";
import { Part } from "./parts.js";

export function Happened({ events, clock }) {
  return html`
    <ol class="history" data-testid="history">
      ${events.map((event) => html`<li key=${event.seq} class=${`tone-${event.tone}`} data-kind=${event.kind}
        title=${`${event.kind} · #${event.seq}`}><time>${clockTime(event.wall ?? clock.wallOf(event.at), true)}</time>
        <span>${event.words.map((part) => html`<${Part} part=${part} />`)}</span></li>`)}
    </ol>
  `;
}
