// What to try next in this view, in its order; the form is in kit/hint.js.
import { awake, frozen, live } from "../../kit/hint.js";

export const hints = [
  { say: "start five subscribers.", key: "5", until: live(2) },
  { say: "now publish a value, and see how fast it spreads.", key: "n", until: ({ configuration }) => Object.keys(configuration?.changes ?? {}).length > 0 },
  { say: "freeze one, and publish another value.", key: "f", until: frozen },
  { say: "wake it: it catches up.", key: "w", until: awake },
];
