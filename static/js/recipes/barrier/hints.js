// What to try next in this view, in its order; the form is in kit/hint.js.
import { killed, live } from "../../kit/hint.js";

export const hints = [
  { say: "start four processes: they enter together.", key: "4", until: live(2) },
  { say: "wait until a round is over: they leave together.", until: ({ barrier }) => (barrier?.round ?? 0) > 1 },
  { say: "now kill one while it is inside: the others wait for it.", key: "k", role: "inside", until: killed },
  { say: "start another in its place.", key: "1", until: live(4) },
];
