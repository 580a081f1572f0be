// Actions on the three elections at once.
import { ACTIONS } from "../../actions.js";
import { acts } from "../election/acts.js";
import { refusal } from "../../targets.js";
import { STRATEGIES, castOf } from "./strategies.js";

/** The ways to end the leaders, with the words, keys and actions for one candidate. */
const ENDS = ["stop", "kill", "pause", "expire", "resign"];
export const FAULTS = [...ACTIONS, ...acts].filter(({ action }) => ENDS.includes(action));

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

/** Wake every frozen candidate of the three elections. */
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
