// The journal's events of a znode, newest first.
import { html } from "../html.js";
import { Happened } from "../kit/happened.js";
import { call, query } from "../rest.js";
import { Narrowed } from "../time/narrowed.js";
import { isIn, windowOf } from "../time/window.js";
import { useAnswer } from "../kit/asked.js";

export function History({ path, znode, clock, chosen, choose }) {
  const stat = znode.stat ?? {};
  const { answer, error } = useAnswer(() => call("GET", query("znodes/history", { path })), [path, stat.mzxid, stat.pzxid, stat.aversion]);
  if (error) return html`<p class="note" role="alert">${error}</p>`;
  if (!answer) return html`<p class="note" aria-busy="true">Reading …</p>`;
  const window = windowOf(chosen.window);
  const events = answer.events.filter(({ wall }) => isIn(window, wall)).reverse();
  if (window && !events.length) return html`<p class="note">Nothing happened to it in this time. <${Narrowed} window=${window} choose=${choose} /></p>`;
  return html`
    ${window && html`<p class="note">only <${Narrowed} window=${window} choose=${choose} /></p>`}
    <${Happened} events=${events} clock=${clock} />
    <p class="note">${events.length ? "The journal begins when the dashboard starts, and keeps as much as it can hold." : "Nothing has happened to it since the dashboard started."}</p>
  `;
}
