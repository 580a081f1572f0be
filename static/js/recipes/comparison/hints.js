// What to try next in this view, in its order; the form is in kit/hint.js.
import { live } from "../../kit/hint.js";
import { whyNotStrike } from "./strike.js";

/** Tell whether each death has led to a next leader. */
const areOver = (deaths) => Object.values(deaths).every((death) => !death || death.to);

export const hints = [
  { say: "start the three elections.", key: "n", until: live(3) },
  { say: "now kill all three leaders, and count who wakes.", key: "k", when: (view) => !whyNotStrike(view, "kill"), until: ({ state }) => Boolean(state.comparison.strike) },
  { say: "measure it with more candidates. That ends these three elections.", key: "m", when: ({ state }) => areOver(state.comparison.deaths), until: ({ state }) => (state.comparison.curve ?? []).length > 0 },
];
