// The picture of a drill: a bar for each round, stacked by phases on one linear scale; a round that failed reaches the top. A bar leads to the moment of its fault.
import { milliseconds, percent, plural } from "../../format.js";
import { html } from "../../html.js";
import { NobodyYet } from "../../kit/empty.js";
import { panel } from "../../kit/panel.js";
import { createReturn } from "./links.js";
import { GOOD, LATE, lengthOf, momentOf, PHASES, roundsOf, saidOf } from "./phases.js";
import { runningWords } from "./round.js";

const MOST_DRAWN = 120;
const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
const useReturn = createReturn();

export function Board(view) {
  const { plan, running, count } = view.state.drill;
  return plan && (running || count) ? html`<${Bars} ...${view} />` : html`<${NobodyYet} ...${view} />`;
}

const Bars = panel(Rounds, ({ state: { drill } }) => [drill.rounds, drill.plan, drill.running?.number, drill.figures]);

function Rounds({ state }) {
  const { plan, running, figures, window: expected } = state.drill;
  const bars = useReturn();
  const done = roundsOf(state.drill).slice(-MOST_DRAWN);
  const longest = Math.max(1, expected?.[1] ?? 0, ...done.map(lengthOf)); // of what is drawn
  const places = Math.max(done.length, Math.min(MOST_DRAWN, plan.rounds));
  const half = figures.handoff?.quantiles.p50?.[0] ?? null;
  return html`
    <div class="drill" data-testid="drill-board" data-rounds=${done.length} role="group" aria-label=${told(done)}>
      <p class="drill-scale" aria-hidden="true"><span>${done.length > 0 && milliseconds(longest)}</span><span>0</span></p>
      <div class="drill-room">
        ${done.length > 0 && expected && html`<${Expected} least=${expected[0]} most=${expected[1]} longest=${longest} />`}
        <ol ref=${bars} class="drill-bars" style=${{ "--places": places }} onKeyDown=${walk} aria-label="Rounds">
          ${done.map((round) => html`<${Bar} key=${round.number} round=${round} plan=${plan} longest=${longest} isLast=${round === done.at(-1)} />`)}
          ${running && done.length < places && html`<li key="running" class="drill-bar running" data-testid="drill-running" aria-hidden="true"></li>`}
        </ol>
        ${running && !done.length && html`<p class="drill-first">${runningWords(state.drill)}${running.number > 0 && " Its bar stands here once it is over."}</p>`}
        ${half !== null && html`<p class="drill-half" aria-hidden="true" style=${{ bottom: percent(half / longest) }}><span>half within ${milliseconds(half)}</span></p>`}
      </div>
      <p class="drill-axis" aria-hidden="true"><span>round ${done[0]?.number ?? 1}</span><span>${plan.rounds}</span></p>
    </div>
  `;
}

/** Draw the times between which detect is expected to end: a band behind the bars, which begin with detect, and its name before them. */
function Expected({ least, most, longest }) {
  const share = (ms) => Math.min(1, ms / longest);
  const [from, to] = [share(least ?? 0), share(most ?? longest)];
  return html`
    <p class="drill-expected" data-testid="drill-expected" aria-hidden="true" style=${{ bottom: percent(from), height: percent(to - from) }}></p>
    <p class="drill-word" aria-hidden="true" style=${{ bottom: `max(0px, calc(${percent(from)} - 1.7em))` }}>detect should end in the band</p>`;
}

/** Draw a round. One bar, the last, is on the way of Tab; the arrow keys, Home and End lead to the others. */
function Bar({ round, plan, longest, isLast }) {
  const { number, outcome, outside, ms } = round;
  const isBroken = ![...GOOD, LATE].includes(outcome);
  const said = `${saidOf(round)}; show its moment`;
  return html`<li class=${`drill-bar ${outcome === LATE ? "failed" : isBroken ? "broke" : ""}`} data-testid="drill-bar" data-round=${number}>
    <a href=${momentOf(plan, round)} tabindex=${isLast ? 0 : -1} aria-label=${said} title=${said}>
      ${outcome !== LATE && PHASES.map(({ phase }) => html`<i key=${phase} class=${`of-${phase}`} style=${{ height: percent((ms[phase] ?? 0) / longest) }}></i>`)}
      ${(isBroken || outside) && html`<b aria-hidden="true">${isBroken ? "✕" : "▾"}</b>`}</a></li>`;
}

function walk(event) {
  const step = STEPS[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const bars = [...event.currentTarget.querySelectorAll("a")];
  bars[Math.min(bars.length - 1, Math.max(0, bars.indexOf(event.target) + step))]?.focus();
}

function told(done) {
  const longest = Math.max(0, ...done.map(lengthOf));
  const failed = done.filter(({ outcome }) => !GOOD.includes(outcome)).length;
  return `${plural(done.length, "round")}, ${failed ? `${failed} failed` : "all as they should be"}, the longest ${milliseconds(longest)}; the figures are under Work`;
}
