// The last round of a view's subject, in true proportion, and beside it the last five on one scale.
import { milliseconds, plural } from "../format.js";
import { html, useState } from "../html.js";
import { Menu } from "./menu.js";
import { useTicks } from "./now.js";
import { proportioned } from "./proportion.js";
import { Bar } from "./round.js";

const SHOWN = 5;

/**
 * Draw the rounds; the box is always as high.
 *
 *   roundsOf   (now) => the rounds, the newest first; the first is drawn large. A round:
 *              {of, who, what?, phases, total?, least?, facts?, ears?, label?}
 *              who, what: "c1 → c2", "killed", as html; facts: more of it, which is cut where there is no room, and whole in a sheet; ears: both in
 *              words; total: milliseconds, if it is not the sum; of: what it is, told from others; label: on its small bar
 *              phases: [{phase, name, title?, until, ms?, open?, toCome?, tone?}]: in a word, in full, and what ends it
 *   empty      what is said while there is none
 *   word       of one: "handoff"; count: how many there were so far, if that is known
 */
export function LastRound({ roundsOf, clock, empty, word, count = 0, testid = "round" }) {
  const now = clock.now();
  const rounds = roundsOf(now).slice(0, SHOWN);
  const [shown] = rounds;
  const isRunning = Boolean(shown?.phases.some(({ open }) => open));
  const [isWhole, showWhole] = useState(false);
  useTicks(isRunning ? 100 : null);
  return html`
    <div class=${`last-round ${shown ? "" : "none"}`} data-testid=${testid} data-running=${isRunning} role="group" aria-label=${`The last ${word}`}>
      ${shown ? html`
        <div class="round-one">
          <div class="round-head">
            <${Title} ...${shown} facts=${!isWhole && shown.facts} lead=${isRunning ? `This ${word}` : count > 1 ? `Last of ${plural(count, word)}` : `Last ${word}`} />
            <${Menu} name="round" look="quiet" label=${`The last ${word}s in full`} sign="more…" turned=${showWhole}>${isWhole && html`<${Whole} rounds=${rounds} />`}<//>
          </div>
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
function Heard(one) {
  const { phase, ms, open, toCome } = one;
  return html`<li data-phase=${phase} data-ms=${typeof ms === "number" ? ms : undefined} class=${open ? "open" : toCome ? "to-come" : ""}>${said(one)}</li>`;
}

function said({ name, title = name, until, ms, open, toCome }) {
  const isKnown = typeof ms === "number";
  const how = open ? `${(ms / 1000).toFixed(1)} s so far, until ${until}` : isKnown ? `${milliseconds(ms)} until ${until}` : toCome ? `then until ${until}` : `not observed: ${until}`;
  return `${title}: ${how}`;
}

/** Say all that is known of the last one, and how long each of the last five took: what has no room, or none on a phone. */
function Whole({ rounds }) {
  const [{ ears, phases, facts }] = rounds;
  return html`
    <div class="round-whole" data-testid="round-whole">
      <p><b>${ears}</b></p>
      <ul>${phases.map((phase) => html`<li key=${phase.phase}>${said(phase)}</li>`)}</ul>
      ${facts && html`<div class="round-known">${facts}</div>`}
      <ol>${rounds.map((round) => html`<li key=${round.of}>${round.label && html`<b>${round.label}</b> `}${round.ears} <b class="number">${lengthOf(round)}</b></li>`)}</ol>
    </div>
  `;
}

function lengthOf({ phases, total = proportioned(phases).whole }) {
  return total === null ? "unseen" : timeOf(total, phases);
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
  const share = longest ? (whole ?? 0) / longest : 0;
  return html`
    <li data-testid="round-row" data-of=${of}>
      <span class="sr">${ears} </span>
      ${label && html`<span>${label}</span>`}
      <span class="round-thin" aria-hidden="true">${spans.map(({ phase, tone, open, from, to }) => html`<i key=${phase}
        class=${`${tone ? `tone-${tone}` : ""} ${open ? "open" : ""}`} data-span=${phase} style=${{ left: `${100 * from * share}%`, width: `${100 * (to - from) * share}%` }}></i>`)}</span>
      <span class="number">${lengthOf({ phases, total: whole })}</span>
    </li>
  `;
}
