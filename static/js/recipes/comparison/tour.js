// The guided tour of the view Compare; the form of a step is in steps.js.
import { STRATEGIES, wokenBy } from "./strategies.js";
import { leaderOf, start, strike } from "./controls.js";

const section = (state) => state?.comparison ?? {};
const deathsOf = (state) => STRATEGIES.map((strategy) => section(state).deaths?.[strategy]).filter(Boolean);
const allLead = (state) => STRATEGIES.every((strategy) => leaderOf(state, strategy));

export const steps = [
  {
    id: "start",
    title: "Three elections that differ in one thing",
    say:
      "The same number of candidates stands in each. In the first, each watches the one before it; in the second, " +
      "all watch the list; in the third, all race for one znode.",
    do: "Press + start, or the key n.",
    run: start,
    until: (state) => Boolean(section(state).paths) && allLead(state),
    point: "compare-start",
  },
  {
    id: "strike",
    title: "End all three leaders at once",
    say: "One leader ends in each. Count the processes that wake: only one of them will lead.",
    do: "Press stop, or the key s.",
    run: (view) => strike(view, "stop"),
    note: ({ state }) => section(state).strike?.at ?? 0,
    until: (state, _, note) =>
      (section(state).strike?.at ?? 0) > (note ?? 0) &&
      deathsOf(state).length === STRATEGIES.length &&
      deathsOf(state).every(({ ms }) => typeof ms === "number"),
    point: "strike-stop",
  },
  {
    id: "woken",
    title: "Which processes woke, and for what",
    say: ({ state }) => {
      const woken = deathsOf(state).map(wokenBy).join(", ");
      return woken
        ? `${woken}: a filled dot is a process that was woken. In the herd all read the list again; in the race all creates but one fail.`
        : "A filled dot is a process that was woken. In the herd all read the list again; in the race all creates but one fail.";
    },
    point: ["figures", "compared"],
  },
  {
    id: "measure",
    title: "And with two hundred?",
    say:
      "One strategy after the other, so that ZooKeeper's own counters can be asked. A chain wakes one, no matter how many " +
      "wait; a herd wakes all, and the new leader waits in the crowd.",
    do: "Press Measure, or the key m. You can cancel it; what was measured stays. Done for you, it stops at 16 candidates.",
    run: ({ actions }) => actions.attempt("compare-measure", "POST", "comparisons/measure", { sizes: [4, 8, 16] }),
    until: (state) => (section(state).curve ?? []).some(({ strategy }) => strategy === "single"),
    point: ["measure", "measure-progress"],
  },
  {
    id: "curve",
    title: "The price of a crowd",
    say: "Look also at the reads, at the failed creates and at the time from the deletion to the acknowledgement.",
    point: ["curve", "measure"],
  },
];
