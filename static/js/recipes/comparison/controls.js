// The controls: how many candidates in each election, and the ways to end all three leaders.
import { html } from "../../html.js";
import { Act, Clear } from "../../kit/controls/act.js";
import { ReadOnly } from "../../kit/controls/bar.js";
import { Timeout } from "../../kit/controls/start.js";
import { FAULTS, everybody, frozen, start, stop, strike, wake, whyNotStrike } from "./strike.js";

const COUNTS = [3, 5, 10, 20, 50];

export function Controls(view) {
  if (view.state.read_only)
    return html`<div class="controls"><${ReadOnly} /></div>`;
  return html`
    <div class="controls compare-controls">
      <${Count} ...${view} />
      <${Timeout} ...${view} />
      ${view.chosen.candidate ? html`<${Act} ...${view} />` : html`<${Strike} ...${view} /><${Clear} ...${view} />`}
    </div>
  `;
}

function Count(view) {
  const { state, chosen, choose, page } = view;
  const { count, measuring } = state.comparison;
  const standing = everybody(state).length;
  const limit = state.limits?.candidates ?? Infinity;
  const busy = page.busy.has("compare-start");
  const why = measuring ? "The measurement starts its own" : null;
  return html`
    <span class="group" role="group" aria-label="Start the three elections">
      <select data-testid="compare-count" aria-label="Candidates in each election" value=${chosen.candidatesEach}
        onChange=${(event) => choose({ candidatesEach: Number(event.target.value) })}>
        ${COUNTS.map(
          (each) =>
            html`<option key=${each} value=${each} disabled=${3 * each > limit}>3 × ${each}</option>`,
        )}
      </select>
      <button class="primary" data-testid="compare-start" disabled=${busy || why} aria-busy=${busy}
        title=${why ?? "Three elections with the same number of candidates (n)"}
        onClick=${() => start(view)}>${count && standing ? "Fill up" : "Start"}</button>
    </span>
  `;
}

function Strike(view) {
  const { state, page } = view;
  const asleep = frozen(state);
  return html`
    <span class="group strike" role="group" aria-label="End all three leaders">
      <span class="strike-word">All leaders:</span>
      ${FAULTS.map(({ word, action, key, does }) => {
        const why = whyNotStrike(view, action);
        const busy = page.busy.has(`compare-${action}`);
        return html`
        <button key=${action} class=${action === "kill" ? "danger" : ""} data-testid=${`strike-${word}`}
          disabled=${Boolean(why) || busy} aria-busy=${busy} title=${why ?? `${does} (${key})`}
          onClick=${() => strike(view, action)}>${word}</button>`;
      })}
    </span>
    ${
      asleep.length > 0 &&
      html`<button data-testid="compare-wake" title="SIGCONT: they go on where they stopped"
        onClick=${() => wake(view)}>wake ${asleep.length === 1 ? asleep[0] : asleep.length}</button>`
    }
    <button class="quiet" data-testid="compare-stop" onClick=${() => stop(view)}
      disabled=${!everybody(state).length || Boolean(state.comparison.measuring) || page.busy.has("compare-stop")}
        title="Stop the candidates of these three elections">Stop them</button>
  `;
}
