// What can be done to the three elections at once.
import { ACTIONS, wordOf } from "../../actions.js";
import { STRATEGIES, castOf } from "./strategies.js";

/** What can end the leaders: the words, keys and actions are those for one candidate. */
const ENDS = ["stop", "kill", "pause", "expire", "resign"];
export const FAULTS = ACTIONS.filter(({ action }) => ENDS.includes(action));

export function start({ actions, chosen }) {
  const body = { count: chosen.candidatesEach, session_timeout: chosen.timeout };
  return actions.attempt("compare-start", "POST", "comparisons", body);
}

export function strike({ actions, choose }, action) {
  choose({ candidate: null });
  return actions.attempt(`compare-${action}`, "POST", "comparisons/strike", { action });
}

export function stop({ actions }) {
  return actions.attempt("compare-stop", "DELETE", "comparisons");
}

export function measureOrCancel(view) {
  const { state, actions, chosen } = view;
  if (state.comparison?.measuring?.cancelling) return null;
  if (state.comparison?.measuring) return actions.attempt("compare-cancel", "DELETE", "comparisons/measure");
  return actions.attempt("compare-measure", "POST", "comparisons/measure", { fault: chosen.measuredFault });
}

/** Every frozen one of the three elections goes on. */
export function wake({ state, actions }) {
  const all = frozen(state).map((id) => actions.attempt("compare-wake", "POST", `candidates/${id}/resume`));
  return Promise.all(all);
}

export function frozen(state) {
  return everybody(state).filter((id) => state.candidates[id].process === "paused");
}

export function everybody(state) {
  return STRATEGIES.flatMap((strategy) => castOf(state, state.comparison.paths[strategy]));
}

/** Why the leaders cannot be ended so, or null. */
export function whyNotStrike({ state }, action) {
  if (state.comparison.measuring) return "The measurement ends leaders by itself";
  const held = STRATEGIES.filter((strategy) => castOf(state, state.comparison.paths[strategy]).length);
  if (!held.length) return "Nobody leads yet: start the three elections";
  const empty = held.filter((strategy) => !leaderOf(state, strategy));
  if (empty.length) return `Nobody leads yet in ${empty.join(", ")}`;
  const unable = held.map((strategy) => leaderOf(state, strategy)).filter((id) => !state.candidates[id].allowed.includes(action));
  return unable.length ? `${unable.join(", ")} cannot ${wordOf(action)} now` : null;
}

/** Whose znode is the leader's: truth. */
export function leaderOf(state, strategy) {
  const election = state.elections[state.comparison.paths[strategy]];
  const entry = election?.chain.find(({ znode }) => znode === election.leader);
  return entry?.candidate ?? null;
}
