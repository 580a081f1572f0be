// What to try next in this view, in its order; the form is in kit/hint.js.
import { awake, frozen, killed, live } from "../../kit/hint.js";

export const hints = [
  { say: "start three clients, and see them take turns.", key: "3", until: live(2) },
  { say: "now kill the holder in its task.", key: "k", role: "holder", until: killed },
  { say: "freeze the holder past its session.", key: "f", role: "holder", until: frozen },
  { say: "wake it: it is told before it writes.", key: "w", until: awake },
  { say: "take the lock away, and count the lost updates.", key: "l", until: ({ lock }) => lock?.locking === false || Boolean(lock?.before) },
];
