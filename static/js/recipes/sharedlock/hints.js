// What to try next in this view, in its order; the form is in kit/hint.js.
import { killed, live } from "../../kit/hint.js";

export const hints = [
  { say: "start three readers: they hold it together.", key: "3", until: live(2) },
  { say: "now start a writer: it waits for all of them.", key: "n", until: ({ shared }) => shared?.file.finished > 0 },
  { say: "ask a holder to give it back.", key: "y", role: "holder", until: ({ shared }) => Object.values(shared?.turns ?? {}).some(({ gave_back: gave }) => gave > 0) },
  { say: "kill a holder, and see who waits for its session.", key: "k", role: "holder", until: killed },
];
