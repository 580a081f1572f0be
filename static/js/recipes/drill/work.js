// What a drill adds up to: each phase with its quantiles and their bounds, the limits, the report.
import { milliseconds } from "../../format.js";
import { html } from "../../html.js";
import { Compare } from "./compare.js";
import { createReturn } from "./links.js";
import { momentOf, roundsOf, saidOf, GOOD, whoOf } from "./phases.js";
import { runningWords } from "./round.js";

const MOST_NOTED = 50;
const BINS = 40;
const useReturn = createReturn();
const QUANTILES = ["p50", "p90", "p95", "p99"];

/** isSaved: whether this is a recording, which no dashboard answers of. */
export function Work({ state, actions, isSaved }) {
  const { drill } = state;
  return html`<${Figures} drill=${drill} actions=${actions} isSaved=${isSaved} />${!isSaved && html`<${Compare} drill=${drill} state=${state} />`}`;
}

/** Draw the figures; an infinite one stands for rounds that were not over in time. */
function Figures({ drill, actions, isSaved }) {
  const { count, failed, late, plan, figures, window: expected, verdicts } = drill;
  if (!count) return drill.running && html`<p class="note" data-testid="drill-nothing-yet">${runningWords(drill)} The figures begin with the first round that is over.</p>`;
  return html`
    <section class="drill-work" aria-label="Figures of the drill">
      ${failed > 0 && html`<p class="drill-failed" role="alert" data-testid="drill-failed">
        ${late > 0 && html`<b>${late} of ${count} not within ${plan.within} s</b>`} ${failed > late && html`<b>${failed - late} of ${count} broke</b>`}</p>`}
      <table class="figures" data-testid="drill-figures">
        <caption class="sr">Each phase of a handoff, by quantiles</caption>
        <thead><tr><td></td>${QUANTILES.map((name) => html`<th key=${name} scope="col">${name}</th>`)}<th scope="col">longest</th></tr></thead>
        <tbody>${Object.entries(figures).filter(([, { counted }]) => counted).map(([phase, { quantiles, max }]) => html`
          <tr key=${phase}><th scope="row">${phase}</th>
            ${QUANTILES.map((name) => html`<td key=${name} class="number" data-testid=${`drill-${phase}-${name}`}><${Quantile} of=${quantiles[name]} /></td>`)}
            <td class="number">${timeOf(max)}</td></tr>`)}</tbody>
      </table>
      ${expected && html`<${Distribution} drill=${drill} expected=${expected} />`}
      ${expected && html`<p class="note" data-testid="drill-window">With this session timeout, detect is expected ${between(expected)}.</p>`}
      <p class="note">≤ the value that 95 of 100 such drills do not exceed; without it, too few rounds can say: p90 needs 29, p95 59, p99 299.</p>
      ${verdicts.length > 0 && html`<ul class="drill-limits" data-testid="drill-verdicts">${verdicts.map(({ limit, kept, says }) => html`
        <li key=${limit} class=${kept ? "kept" : "tone-dead"}>${kept ? "✓" : "✗"} <code>${limit}</code> ${says}</li>`)}</ul>`}
      <${Noted} drill=${drill} />
      ${!isSaved && html`<p class="drill-reports"><a class="button" download="" href="api/v1/drills/report.html" data-testid="drill-page" title="One file that opens in any browser, with the recording">Save the report (page)</a>
        <button data-testid="drill-report" onClick=${() => save(actions)}>Save the report (JSON)</button></p>`}
    </section>
  `;
}

/** Draw how detect is distributed, before the window in which it is expected. */
function Distribution({ drill, expected: [least, most] }) {
  const found = roundsOf(drill).map(({ ms }) => ms.detect).filter(Number.isFinite);
  if (found.length < 2) return null;
  const edges = [...found, least, most].filter(Number.isFinite);
  const [low, high] = [Math.min(...edges), Math.max(...edges)];
  const width = Math.max(1, high - low) / BINS;
  const counts = Array(BINS).fill(0);
  for (const ms of found) counts[Math.min(BINS - 1, Math.floor((ms - low) / width))] += 1;
  const tallest = Math.max(...counts);
  const x = (ms) => (ms - low) / width;
  const [from, to] = [x(least ?? low), x(most ?? high)];
  return html`
    <figure class="drill-distribution">
      <svg viewBox=${`0 0 ${BINS} 12`} preserveAspectRatio="none" role="img" data-testid="drill-distribution" aria-label=${`How detect is distributed, from ${milliseconds(low)} to ${milliseconds(high)}`}>
        <rect class="expected" x=${from} y="0" width=${to - from} height="12" />
        ${counts.map((count, at) => count > 0 && html`<rect key=${at} class="of-detect" x=${at + 0.1} y=${12 - (count / tallest) * 11} width="0.8" height=${(count / tallest) * 11} />`)}
      </svg>
      <figcaption aria-hidden="true"><span>${milliseconds(low)}</span><span>detect, by rounds</span><span>${milliseconds(high)}</span></figcaption>
    </figure>
  `;
}

/** List the rounds to look at: those that failed, and those whose detect was not as expected. */
function Noted({ drill }) {
  const list = useReturn();
  const known = roundsOf(drill);
  const noted = known.filter(({ outcome, outside }) => outside || !GOOD.includes(outcome)).slice(-MOST_NOTED);
  if (!noted.length) return null;
  return html`
    <h2>Rounds to look at${drill.count > known.length && html` <small>of the last ${known.length}</small>`}</h2>
    <ul ref=${list} class="drill-noted" data-testid="drill-noted">${noted.map((round) => html`
      <li key=${round.number}><a href=${momentOf(drill.plan, round)} title="Show its moment">${saidOf(round)}</a> <bdi>${whoOf(round)}</bdi></li>`)}</ul>
  `;
}

function between([least, most]) {
  const up = most === null ? "" : `at most ${milliseconds(most)}`;
  return least === null ? up || "at no time that is known" : `from ${milliseconds(least)}${up && ` to ${milliseconds(most)}`}`;
}

function Quantile({ of }) {
  if (!of) return "";
  const [value, bound] = of;
  return html`${timeOf(value)}${of.length > 1 && html`<small> ≤ ${timeOf(bound)}</small>`}`;
}

const timeOf = (ms) => (ms === null ? "∞" : milliseconds(ms));

async function save(actions) {
  const report = await actions.attempt("drill-report", "GET", "drills/report");
  if (!report) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(report, null, 1)], { type: "application/json" }));
  link.download = "handoff-drill.json";
  link.click();
  URL.revokeObjectURL(link.href);
}
