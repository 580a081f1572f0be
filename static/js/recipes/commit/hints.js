// What to try next in this view, in its order; the form is in kit/hint.js.
import { killed, live } from "../../kit/hint.js";
import { coordinatorsOf } from "./people.js";

export const hints = [
  { say: "start three sites and a coordinator.", key: "3", until: live(3) },
  { say: "now begin a transaction.", key: "i", when: coordinates, until: ({ commit }) => Object.keys(commit?.transactions ?? {}).length > 0 },
  { say: "choose a pause, begin another, and kill the coordinator before it decides.", key: "k", role: "coordinator", when: coordinates, until: killed },
  { say: "start another coordinator: it finishes what is undecided.", key: "n", until: (view) => !view.commit.undecided && coordinates(view) },
];

/** Tell whether a coordinator runs, and is not just being killed. */
function coordinates(view) {
  return coordinatorsOf(view).some(({ candidate: { process, fault } }) => process === "running" && fault?.kind !== "kill");
}
