// What to try next in this view, in its order; the form is in kit/hint.js.
import { awake, frozen, killed, live } from "../../kit/hint.js";
import { isOthers } from "./controls.js";

export const hints = [
  { say: "start five candidates.", key: "5", when: (view) => !isOthers(view), until: live(2) },
  { say: "now kill the leader, and watch its session run out.", key: "k", role: "leader", until: killed },
  { say: "freeze the leader past its session: another leads, and it still believes that it leads.", key: "f", role: "leader", until: (view) => frozen(view) && followed(view) },
  { say: "choose the frozen one and wake it: is its late write refused?", key: "w", until: awake },
  { say: "compare the three strategies, in the next view.", key: "]" },
];

/** Tell whether somebody leads in place of a frozen leader. */
function followed({ election, state }) {
  return election.last_handoff?.fault === "pause" && state.candidates[election.last_handoff.from]?.process === "paused";
}
