// The last round of a view's subject, in true proportion, and beside it the last five on one scale.
import { milliseconds } from "../format.js";
import { html } from "../html.js";
import { useTicks } from "./now.js";
import { proportioned } from "./proportion.js";
import { Bar } from "./round.js";

const SHOWN = 5;

/**
 * Draw the rounds; the box is always as high.
 *
 *   roundsOf   (now) => the rounds, the newest first; the first is drawn large. A round:
 *              {of, who, what?, phases, total?, least?, facts?, ears?, label?}
 *              who, what: "c1 → c2", "killed", as html; facts: more of it, which is cut where there is no room; ears: both in
 *              words; total: milliseconds, if it is not the sum; of: what it is, told from others; label: on its small bar
 *              phases: [{phase, name, title?, until, ms?, open?, toCome?, tone?}]: in a word, in full, and what ends it
 *   empty      what is said while there is none
 *   word       of one: "handoff"; title: over it, if it is not "Last handoff" or "This handoff"
 */
export function LastRound({ roundsOf, clock, empty, word, title, testid = "round" }) {
  const now = clock.now();
  const rounds = roundsOf(now).slice(0, SHOWN);
  const [shown] = rounds;
  const isRunning = Boolean(shown?.phases.some(({ open }) => open));
  useTicks(isRunning ? 100 : null);
  return html`
    <div class=${`last-round ${shown ? "" : "none"}`} data-testid=${testid} data-running=${isRunning} role="group" aria-label=${`The last ${word}`}>
      ${shown ? html`
        <div class="round-one">
          <${Title} ...${shown} lead=${title ?? `${isRunning ? "This" : "Last"} ${word}`} />
          <ol class="sr" aria-label=${shown.ears ?? word}>${shown.phases.map((phase) => html`<${Heard} key=${phase.phase} ...${phase} />`)}</ol>
          <${Bar} phases=${shown.phases} least=${isRunning ? shown.least : 0} />
        </div>
        <${Five} rounds=${rounds} word=${word} />` : html`<p class="round-empty">${empty}</p>`}
    </div>
  `;
}

function Title({ lead, who, what, facts, phases, total = proportioned(phases).whole }) {
  const { unseen } = proportioned(phases);
  return html`
    <p class="round-title"><b>${lead}</b> <span class="round-who">${who}</span>${what && html` <span>${what}</span>`}${
      total != null && html` <b class="number" data-testid="round-total">${timeOf(total, phases)}</b>`}${
      unseen.length > 0 && html` <span class="round-not">not observed: ${unseen.map(({ name }) => name).join(", ")}</span>`}${
      facts && html` <span class="round-facts">${facts}</span>`}</p>
  `;
}

/** Word a total: one decimal while it runs, so that it can be read. */
function timeOf(ms, phases) {
  return phases.some(({ open }) => open) ? `${(ms / 1000).toFixed(1)} s` : milliseconds(ms);
}

/** Say one phase: how long, and what it ended with. */
function Heard({ phase, name, title = name, until, ms, open, toCome }) {
  const isKnown = typeof ms === "number";
  const said = open ? `${(ms / 1000).toFixed(1)} s so far, until ${until}` : isKnown ? `${milliseconds(ms)} until ${until}` : toCome ? `then until ${until}` : `not observed: ${until}`;
  return html`<li data-phase=${phase} data-ms=${isKnown ? ms : undefined} class=${open ? "open" : toCome ? "to-come" : ""}>${title}: ${said}</li>`;
}

/** Draw the last five on one linear scale. */
function Five({ rounds, word }) {
  const rows = rounds.map((round) => ({ ...round, ...proportioned(round.phases) })).map((row) => ({ ...row, whole: row.total ?? row.whole }));
  const longest = Math.max(...rows.map(({ whole }) => whole ?? 0));
  return html`
    <div class="round-five">
      <ol aria-label=${`The last ${word}s, the newest first`} data-testid="rounds">${rows.map((row) => html`<${Row} ...${row} key=${row.of} longest=${longest} />`)}</ol>
      <p class="round-axis" aria-hidden="true"><span>0</span><span>${longest > 0 && milliseconds(longest)}</span></p>
    </div>
  `;
}

function Row({ of, label, phases, spans, whole, longest, ears }) {
  const said = whole === null ? "unseen" : timeOf(whole, phases);
  const share = longest ? (whole ?? 0) / longest : 0;
  return html`
    <li data-testid="round-row" data-of=${of} title=${ears}>
      <span class="sr">${ears} </span>
      ${label && html`<span>${label}</span>`}
      <span class="round-thin" aria-hidden="true">${spans.map(({ phase, tone, open, from, to }) => html`<i key=${phase}
        class=${`${tone ? `tone-${tone}` : ""} ${open ? "open" : ""}`} data-span=${phase} style=${{ left: `${100 * from * share}%`, width: `${100 * (to - from) * share}%` }}></i>`)}</span>
      <span class="number">${said}</span>
    </li>
  `;
}
