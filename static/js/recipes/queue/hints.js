// What to try next in this view, in its order; the form is in kit/hint.js.
import { awake, frozen, live } from "../../kit/hint.js";

export const hints = [
  { say: "start three consumers.", key: "3", until: live(2) },
  { say: "start a producer, or put five items in.", key: "1", until: ({ queue }) => (queue?.put ?? 0) > 0 },
  { say: "now kill a consumer that has an item: another gets it.", key: "k", role: "at work", until: ({ queue }) => (queue?.again ?? 0) > 0 },
  { say: "freeze one in its work, past its session.", key: "f", role: "at work", until: frozen },
  { say: "wake it: its item is done once all the same.", key: "w", until: awake },
];
