// The controls: how many candidates in each election, and the ways to end all three leaders.
import { html } from "../../html.js";
import { Do } from "../../kit/controls/button.js";
import { FAULTS, everybody, frozen, start, stop, strike, wake, whyNotStrike } from "./strike.js";

const COUNTS = [3, 5, 10, 20, 50];

export const controls = {
  starts: (view) => {
    const { count, measuring } = view.state.comparison;
    const short = count && everybody(view.state).length ? "fill up" : "start";
    const why = measuring ? "The measurement starts its own" : null;
    return [{ name: "compare-start", short, why, title: `Three elections with ${view.chosen.candidatesEach} candidates each (n)`, run: () => start(view) }];
  },
  settings: Count,
  deeds: (view) => [...FAULTS.map((fault) => struck(view, fault)), awoken(view)],
  onWhom: "all three leaders",
  more: (view) => html`<${Do} page=${view.page} name="compare-stop" run=${() => stop(view)} why=${whyNotStop(view.state)}
    title="Stop the candidates of these three elections">Stop them<//>`,
};

function Count({ state, chosen, choose }) {
  const limit = state.limits?.candidates ?? Infinity;
  return html`
    <label class="setting"><span class="soft">candidates</span>
      <select data-testid="compare-count" aria-label="Candidates in each election" value=${chosen.candidatesEach}
        onChange=${(event) => choose({ candidatesEach: Number(event.target.value) })}>
        ${COUNTS.map((each) => html`<option key=${each} value=${each} disabled=${3 * each > limit}>3 × ${each}</option>`)}
      </select></label>
  `;
}

function struck(view, { word, action, key, does }) {
  return {
    word,
    action,
    testid: `strike-${word}`,
    title: `all leaders: ${does} (${key})`,
    why: whyNotStrike(view, action),
    busy: view.page.busy.has(`compare-${action}`),
    run: () => strike(view, action),
  };
}

function awoken(view) {
  const asleep = frozen(view.state);
  return {
    word: asleep.length > 1 ? `wake ${asleep.length}` : `wake ${asleep[0] ?? ""}`.trim(),
    action: "resume",
    testid: "compare-wake",
    title: "SIGCONT: they go on where they stopped",
    why: asleep.length ? null : "Nobody is frozen",
    busy: view.page.busy.has("compare-wake"),
    run: () => wake(view),
  };
}

function whyNotStop(state) {
  if (state.comparison.measuring) return "The measurement stops its own";
  return everybody(state).length ? null : "Nobody runs here";
}
