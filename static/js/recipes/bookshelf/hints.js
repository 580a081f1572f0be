// What to try next in this view, in its order; the form is in kit/hint.js.
import { killed, live } from "../../kit/hint.js";
import { whyNotRestart } from "../../kit/nodes.js";
import { restartable } from "./nodes.js";

export const hints = [
  { say: "start three nodes.", key: "3", until: live(2) },
  { say: "add a book: the leader copies it to the others before it acknowledges.", key: "n", until: ({ shelf }) => (shelf?.acknowledged ?? 0) > 0 },
  { say: "now kill the leader: is every acknowledged book still there?", key: "k", role: "leader", until: killed },
  { say: "restart it, and see it catch up.", key: "r", when: (view) => !whyNotRestart(restartable(view)), until: live(3) },
];
