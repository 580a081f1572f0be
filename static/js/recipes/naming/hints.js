// What to try next in this view, in its order; the form is in kit/hint.js.
import { killed, live } from "../../kit/hint.js";
import { holderOf, shownName } from "./parts.js";

export const hints = [
  { say: "start two providers, one after the other.", key: "1", until: live(2) },
  { say: "start three clients, which look the name up and call.", key: "3", until: live(4) },
  { say: "now move the provider to another address.", key: "n", when: (view) => holderOf(shownName(view))?.process === "running", until: ({ service }) => Object.values(service?.names ?? {}).some(({ counted }) => counted > 1) },
  { say: "kill it: until its session ends, the name leads to a dead address.", key: "k", role: "found", until: killed },
];
