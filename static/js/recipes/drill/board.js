// The picture of a drill: a bar for each round, stacked by phases on one linear scale; a round that failed reaches the top.
import { milliseconds, percent, plural } from "../../format.js";
import { html } from "../../html.js";
import { NobodyYet } from "../../kit/empty.js";
import { panel } from "../../kit/panel.js";
import { runningWords } from "./round.js";
import { GOOD, lengthOf, PHASES } from "./phases.js";

const MOST_DRAWN = 120;

export function Board(view) {
  const { plan, running, count } = view.state.drill;
  return plan && (running || count) ? html`<${Bars} ...${view} />` : html`<${NobodyYet} ...${view} />`;
}

const Bars = panel(Rounds, ({ state: { drill } }) => [drill.rounds, drill.plan, drill.running?.number, drill.figures]);

function Rounds({ state }) {
  const { plan, rounds, running, figures } = state.drill;
  const done = Object.values(rounds).sort((one, other) => one.number - other.number).slice(-MOST_DRAWN);
  const longest = Math.max(1, ...done.map(lengthOf));
  const places = Math.max(done.length, Math.min(MOST_DRAWN, plan.rounds));
  const half = figures.handoff?.quantiles.p50?.[0] ?? null;
  return html`
    <div class="drill" data-testid="drill-board" data-rounds=${done.length} role="img" aria-label=${said(done, longest)}>
      <p class="drill-scale" aria-hidden="true"><span>${done.length > 0 && milliseconds(longest)}</span><span>0</span></p>
      <ol class="drill-bars" style=${{ "--places": places }} aria-hidden="true">
        ${done.map((round) => html`<${Bar} key=${round.number} ...${round} longest=${longest} />`)}
        ${running && !done.length && html`<li key="first" class="drill-first">${runningWords(state.drill)}${running.number > 0 && " Its bar stands here once it is over."}</li>`}
        ${running && done.length < places && html`<li key="running" class="drill-bar running" data-testid="drill-running"></li>`}
        ${half !== null && html`<li key="half" class="drill-half" style=${{ bottom: percent(half / longest) }}><span>half within ${milliseconds(half)}</span></li>`}
      </ol>
      <p class="drill-axis" aria-hidden="true"><span>round ${done[0]?.number ?? 1}</span><span>${plan.rounds}</span></p>
    </div>
  `;
}

function Bar({ number, outcome, ms, longest }) {
  if (outcome === "not within the limit") return html`<li class="drill-bar failed" data-testid="drill-bar" data-round=${number}></li>`;
  return html`<li class=${`drill-bar ${outcome === "broke" ? "broke" : ""}`} data-testid="drill-bar" data-round=${number}>
    ${PHASES.map(({ phase }) => html`<i key=${phase} class=${`of-${phase}`} style=${{ height: percent((ms[phase] ?? 0) / longest) }}></i>`)}</li>`;
}

function said(done, longest) {
  const failed = done.filter(({ outcome }) => !GOOD.includes(outcome)).length;
  return `${plural(done.length, "round")}, ${failed ? `${failed} failed` : "all as they should be"}, the longest ${milliseconds(longest)}; the figures are under Work`;
}
