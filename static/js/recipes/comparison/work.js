// What each death cost, as a table, one column per strategy; and against the number of candidates: measured by one click, and drawn.
import { milliseconds, plural, running } from "../../format.js";
import { wordFor } from "../../glossary.js";
import { html, useEffect, useLayoutEffect, useRef } from "../../html.js";
import { Radios } from "../../kit/controls/elements.js";
import { useTicks } from "../../kit/now.js";
import { Term } from "../../kit/term.js";
import { createChart } from "./chart.js";
import { CHARTED, FIGURES, STRATEGIES, figureOf } from "./strategies.js";
import { measureOrCancel, whyNotMeasure } from "./controls.js";

const WITNESS = {
  server: "counted by ZooKeeper itself",
  reported: "reported by the candidates",
};

/** Say how a death's figures are known; ZooKeeper says since 3.9 which transaction fires a notification. */
function witness(death) {
  const proven = typeof death?.proven === "number" ? `; ${death.proven} of the notifications carry the zxid of this very death` : "";
  return death && `${WITNESS[death.evidence]}${proven}`;
}

export function Figures({ state }) {
  const deaths = state.comparison.deaths ?? {};
  if (!STRATEGIES.some((strategy) => deaths[strategy])) return null;
  return html`
    <table class=${`figures struck ${state.comparison.measuring ? "later" : ""}`} data-testid="figures">
      <caption class="sr">What one death cost under each strategy</caption>
      <thead><tr><td></td>${STRATEGIES.map(
        (strategy) => html`<th key=${strategy} scope="col" class=${`tone-${strategy}`}>${strategy}</th>`,
      )}</tr></thead>
      <tbody>
        ${FIGURES.map((figure) => html`
          <tr key=${figure.name}><th scope="row" title=${figure.means}>${wordFor(figure.word) ? html`<${Term} text=${figure.word} />` : figure.word}</th>
            ${STRATEGIES.map(
              (strategy) => html`<td key=${strategy} class="number" data-testid=${`figure-${strategy}-${figure.name}`}
              data-value=${figureOf(figure, deaths[strategy])}>${deaths[strategy] ? figure.show(figureOf(figure, deaths[strategy])) : ""}</td>`,
            )}</tr>`)}
        <tr><th scope="row" title="How the notifications and the watches are known">evidence</th>
          ${STRATEGIES.map(
            (strategy) => html`<td key=${strategy} class="soft" title=${witness(deaths[strategy])}
              data-testid=${`figure-${strategy}-evidence`}>${deaths[strategy]?.evidence ?? ""}</td>`,
          )}</tr>
      </tbody>
    </table>
  `;
}

const FAULTS = { stop: "a clean stop", kill: "a kill", pause: "a freeze" };

export function Measure(view) {
  const { curve = [], error } = view.state.comparison;
  return html`
    <section class="measure" aria-label="Wake-ups by the number of candidates">
      <${Bar} ...${view} />
      ${error && html`<p class="measure-error" role="alert" data-testid="measure-error">${error}</p>`}
      ${curve.length > 0 && html`<${Curve} ...${view} curve=${curve} />`}
    </section>
  `;
}

function Bar(view) {
  const { state, chosen, choose } = view;
  const { measuring } = state.comparison;
  return html`
    <div class="measure-bar">
      <h2>How many processes one death wakes, by the number of candidates</h2>
      ${measuring ? html`<${Progress} ...${view} />` : !state.read_only && html`
        <label key="fault"><span class="soft">each death</span> <select data-testid="measure-fault" value=${chosen.measuredFault}
          onChange=${(event) => choose({ measuredFault: event.target.value })}>
          ${Object.entries(FAULTS).map(([fault, word]) => html`<option key=${fault} value=${fault}>${word}</option>`)}
        </select></label>`}
      ${!state.read_only && html`<${Go} key="go" ...${view} />`}
    </div>
  `;
}

/** Draw one button for both, so that the focus stays; the second click of a double click does not cancel. */
function Go(view) {
  const { state, chosen, page } = view;
  const { plan, measuring } = state.comparison;
  const [least, most] = [plan.sizes[0], plan.sizes.at(-1)];
  const busy = page.busy.has("compare-measure") || page.busy.has("compare-cancel") || Boolean(measuring?.cancelling);
  const why = measuring ? null : whyNotMeasure(state);
  const plain = `${plan.deaths} deaths with each of ${plan.sizes.join(", ")} candidates, one strategy after the other (m)`;
  return html`
    <button class=${measuring ? "" : "primary"} data-testid=${measuring ? "measure-cancel" : "measure"}
      title=${measuring ? "Stop measuring, and stop its candidates (m)" : (why ?? plain)} disabled=${busy || Boolean(why)} aria-busy=${busy}
      onClick=${({ detail }) => detail < 2 && measureOrCancel(view)}
      >${measuring ? "Cancel" : `Measure ${least} to ${most} · about ${roughly(plan.seconds[chosen.measuredFault])}`}</button>
  `;
}

function roughly(seconds) {
  return seconds < 90 ? `${Math.ceil(seconds / 10) * 10} s` : `${Math.round(seconds / 60)} min`;
}

function Progress({ state, clock }) {
  const { done, of, strategy, size, ends, cancelling } = state.comparison.measuring;
  useTicks(500);
  const left = Math.max(0, ends - clock.now());
  const words = strategy ? `${strategy}, ${size} candidates: ${done} of ${of} deaths` : "getting ready";
  return html`
    <span class="progress">
      <progress max=${of} value=${done} aria-label=${words} data-testid="measure-progress"></progress>
      <span class="number soft">${words} · ${cancelling ? "being cancelled" : left < 1 ? "nearly done" : `about ${running(left)} left`}</span>
    </span>
  `;
}

function Curve(view) {
  const { curve, chosen, choose } = view;
  const figure = CHARTED.find(({ name }) => name === chosen.figure) ?? CHARTED[0];
  return html`
    <${Radios} look="figure-choice" label="What the chart shows" value=${figure.name} pick=${(name) => choose({ figure: name })}
      among=${CHARTED.map(({ name, word, means }) => ({ value: name, word, title: means, testid: `chart-${name}` }))} />
    <${Chart} curve=${curve} figure=${figure} />
    <${Table} curve=${curve} figure=${figure} />
    <${Evidence} curve=${curve} />
  `;
}

/** Draw with uPlot on a canvas that Preact leaves alone; the table below has the same figures. */
function Chart({ curve, figure }) {
  const box = useRef(null);
  const chart = useRef(null);
  useEffect(() => {
    chart.current = createChart(box.current);
    return () => chart.current.end();
  }, []);
  useLayoutEffect(() => chart.current?.draw(curve, figure));
  useEffect(() => chart.current.draw(curve, figure), []);
  return html`
    <figure class="curve" data-testid="curve" data-points=${curve.length}>
      <figcaption>${figure.chart}, by number of candidates</figcaption>
      <div class="curve-box" ref=${box} role="img" aria-label=${`${figure.chart}, as in the table`}></div>
    </figure>
  `;
}

function Table({ curve, figure }) {
  const sizes = [...new Set(curve.map(({ n }) => n))].sort((one, other) => one - other);
  const at = (strategy, n) => curve.find((point) => point.strategy === strategy && point.n === n);
  return html`
    <table class="figures" data-testid="curve-table">
      <caption class="sr">${figure.chart}, by number of candidates</caption>
      <thead><tr><th scope="col">candidates</th>${STRATEGIES.map(
        (strategy) => html`<th key=${strategy} scope="col" class=${`tone-${strategy}`}>${strategy}</th>`,
      )}</tr></thead>
      <tbody>${sizes.map(
        (n) => html`<tr key=${n}><th scope="row" class="number">${n}</th>${STRATEGIES.map(
          (strategy) => html`<td key=${strategy} class="number" data-testid=${`point-${strategy}-${n}`}
          data-value=${figureOf(figure, at(strategy, n))}>${cell(figure, at(strategy, n))}</td>`,
        )}</tr>`,
      )}</tbody>
    </table>
  `;
}

function cell(figure, point) {
  return point ? figure.show(figureOf(figure, point)) : "";
}

function Evidence({ curve }) {
  const { fault, deaths } = curve[0];
  const asked = curve.every(({ evidence }) => evidence === "server");
  const slowest = Math.max(...curve.map(({ ms }) => ms ?? 0));
  return html`
    <p class="note" data-testid="curve-evidence">Each figure is the median of ${plural(deaths, "death")} by ${FAULTS[fault] ?? fault},
      one strategy after the other; from deletion to acknowledgement it took ${milliseconds(slowest)} at most. ${
        asked
          ? "Notifications are ZooKeeper's own counts (mntr), without those of the dashboard and of ended processes."
          : "Notifications partly rely on the candidates' reports: ZooKeeper's counters (mntr) are disabled, or it served other clients too."
      }</p>
  `;
}
