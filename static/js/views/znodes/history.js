// What the journal has of a znode, newest first.
import { clockTime } from "../../format.js";
import { html } from "../../html.js";
import { call, query } from "../../rest.js";
import { toneOf, wordsOf } from "../../words.js";
import { Part } from "../parts.js";
import { useAnswer } from "./asked.js";

export function History({ path, znode, clock }) {
  const stat = znode.stat ?? {};
  const { answer, error } = useAnswer(() => call("GET", query("znodes/history", { path })), [path, stat.mzxid, stat.pzxid, stat.aversion]);
  if (error) return html`<p class="note" role="alert">${error}</p>`;
  if (!answer) return html`<p class="note" aria-busy="true">Reading …</p>`;
  const events = [...answer.events].reverse();
  return html`
    <ol class="history" data-testid="history">
      ${events.map((event) => html`<li key=${event.seq} class=${`tone-${toneOf(event)}`} data-kind=${event.kind}
        title=${`${event.kind} · #${event.seq}`}><time>${clockTime(event.wall ?? clock.wallOf(event.at), true)}</time>
        <span>${wordsOf(event).map((part) => html`<${Part} part=${part} />`)}</span></li>`)}
    </ol>
    <p class="note">${events.length ? "The journal begins when the dashboard does, and keeps what it can hold." : "Nothing has happened to it since the dashboard started."}</p>
  `;
}
