// Actions on the three elections at once, and their controls: how many candidates in each, and the ways to end all three leaders.
import { ACTIONS } from "../../actions.js";
import { html } from "../../html.js";
import { Do } from "../../kit/controls/elements.js";
import { whyFull } from "../../kit/controls/start.js";
import { refusal } from "../../targets.js";
import { acts } from "../election/calls.js";
import { STRATEGIES, castOf } from "./strategies.js";

/** The ways to end the leaders, with the words, keys and actions for one candidate. */
const ENDS = ["stop", "kill", "pause", "expire", "resign"];
export const FAULTS = [...ACTIONS, ...acts].filter(({ action }) => ENDS.includes(action));

export function start(view) {
  const body = { count: view.chosen.candidatesEach, session_timeout: view.chosen.timeout };
  return view.actions.unless(whyNotStart(view), "compare-start", "POST", "comparisons", body);
}

/** Say why the elections cannot be filled up; null if they can. */
function whyNotStart({ state, chosen }) {
  if (state.comparison.measuring) return "The measurement starts its own";
  const each = STRATEGIES.map((strategy) => castOf(state, state.comparison.paths[strategy]).length);
  const over = each.findIndex((count) => count > chosen.candidatesEach);
  if (over >= 0) return `${STRATEGIES[over]} has more than ${chosen.candidatesEach} already: stop them first`;
  return whyFull(state, each.reduce((missing, count) => missing + chosen.candidatesEach - count, 0));
}

export function strike(view, action) {
  view.choose({ candidate: null });
  return view.actions.unless(whyNotStrike(view, action), `compare-${action}`, "POST", "comparisons/strike", { action });
}

function stop({ actions }) {
  return actions.attempt("compare-stop", "DELETE", "comparisons");
}

export function measureOrCancel(view) {
  const { state, actions, chosen } = view;
  if (state.comparison?.measuring?.cancelling) return actions.toast("The measurement is being cancelled already");
  if (state.comparison?.measuring) return actions.attempt("compare-cancel", "DELETE", "comparisons/measure");
  return actions.unless(whyNotMeasure(state), "compare-measure", "POST", "comparisons/measure", { fault: chosen.measuredFault });
}

/** Say why nothing can be measured; null if it can, after these elections have ended. */
export function whyNotMeasure(state) {
  return whyFull(state, Math.max(...state.comparison.plan.sizes) - everybody(state).length);
}

/** Wake every frozen candidate of the three elections. */
function wake({ state, actions }) {
  const all = frozen(state).map((id) => actions.attempt("compare-wake", "POST", `candidates/${id}/resume`));
  return Promise.all(all);
}

function frozen(state) {
  return everybody(state).filter((id) => state.candidates[id].process === "paused");
}

export function everybody(state) {
  return STRATEGIES.flatMap((strategy) => castOf(state, state.comparison.paths[strategy]));
}

/** Say why the leaders cannot be ended in this way; null if they can. */
export function whyNotStrike({ state }, action) {
  if (state.comparison.measuring) return "The measurement ends leaders by itself";
  const held = STRATEGIES.filter((strategy) => castOf(state, state.comparison.paths[strategy]).length);
  if (!held.length) return "Nobody leads yet: start the three elections";
  const empty = held.filter((strategy) => !leaderOf(state, strategy));
  if (empty.length) return `Nobody leads yet in ${empty.join(", ")}`;
  const unable = held.map((strategy) => leaderOf(state, strategy)).find((id) => !state.candidates[id].allowed.includes(action));
  return unable ? refusal(FAULTS.find((one) => one.action === action), { id: unable, candidate: state.candidates[unable] }) : null;
}

/** Return the candidate whose znode is the leader's: truth, not belief. */
export function leaderOf(state, strategy) {
  const election = state.elections[state.comparison.paths[strategy]];
  const entry = election?.chain.find(({ znode }) => znode === election.leader);
  return entry?.candidate ?? null;
}

const COUNTS = [3, 5, 10, 20, 50];

export const controls = {
  starts: (view) => {
    const short = view.state.comparison.count && everybody(view.state).length ? "fill up" : "start";
    return [{ name: "compare-start", short, why: whyNotStart(view), title: `Three elections with ${view.chosen.candidatesEach} candidates each (n)`, run: () => start(view) }];
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
