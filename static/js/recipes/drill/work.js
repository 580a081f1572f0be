// What a drill adds up to: each phase with its quantiles and their bounds, the limits, the report.
import { milliseconds } from "../../format.js";
import { html } from "../../html.js";
import { runningWords } from "./round.js";

const QUANTILES = ["p50", "p90", "p95", "p99"];

/** Draw the figures; an infinite one stands for rounds that were not over in time. */
export function Figures({ drill, actions }) {
  const { count, failed, plan, figures, window: expected, verdicts } = drill;
  if (!count) return drill.running && html`<p class="note" data-testid="drill-nothing-yet">${runningWords(drill)} The figures begin with the first round that is over.</p>`;
  return html`
    <section class="drill-work" aria-label="Figures of the drill">
      ${failed > 0 && html`<p class="drill-failed" role="alert" data-testid="drill-failed"><b>${failed} of ${count} rounds failed</b>, of ${plan.within} s each</p>`}
      <table class="figures" data-testid="drill-figures">
        <caption class="sr">Each phase of a handoff, by quantiles</caption>
        <thead><tr><td></td>${QUANTILES.map((name) => html`<th key=${name} scope="col">${name}</th>`)}<th scope="col">longest</th></tr></thead>
        <tbody>${Object.entries(figures).filter(([, { counted }]) => counted).map(([phase, { quantiles, max }]) => html`
          <tr key=${phase}><th scope="row">${phase}</th>
            ${QUANTILES.map((name) => html`<td key=${name} class="number" data-testid=${`drill-${phase}-${name}`}><${Quantile} of=${quantiles[name]} /></td>`)}
            <td class="number">${timeOf(max)}</td></tr>`)}</tbody>
      </table>
      ${expected && html`<p class="note" data-testid="drill-window">With this session timeout, detect is expected ${between(expected)}.</p>`}
      <p class="note">≤ the value that 95 of 100 such drills do not exceed; without it, too few rounds can say: p90 needs 29, p95 59, p99 299.</p>
      ${verdicts.length > 0 && html`<ul class="drill-limits" data-testid="drill-verdicts">${verdicts.map(({ limit, kept, says }) => html`
        <li key=${limit} class=${kept ? "kept" : "tone-dead"}>${kept ? "✓" : "✗"} <code>${limit}</code> ${says}</li>`)}</ul>`}
      <button data-testid="drill-report" onClick=${() => save(actions)}>Save the report (JSON)</button>
    </section>
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
