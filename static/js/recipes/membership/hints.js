// What to try next in this view, in its order; the form is in kit/hint.js.
import { awake, frozen, killed, live } from "../../kit/hint.js";

export const hints = [
  { say: "start five nodes.", key: "5", until: live(2) },
  { say: "now kill one, and see when the others are told.", key: "k", until: killed },
  { say: "freeze another past its session.", key: "f", until: frozen },
  { say: "wake it: what does it find?", key: "w", until: awake },
];
