// What to try next in this view, in its order; the form is in kit/hint.js.
import { killed, live } from "../../kit/hint.js";

export const hints = [
  { say: "start three sites and a coordinator.", key: "3", until: live(3) },
  { say: "now begin a transaction.", key: "i", until: ({ commit }) => Object.keys(commit?.transactions ?? {}).length > 0 },
  { say: "begin another, and kill the coordinator before it decides.", key: "k", until: killed },
  { say: "start another coordinator: it finishes the transaction.", key: "n", until: ({ commit }) => !commit?.undecided },
];
