// The guided tour of the view Drills; the form of a step is in steps.js.
import { start, stop } from "./controls.js";

const drill = (state) => state?.drill ?? {};

export const steps = [
  {
    id: "start",
    title: "One failover says little",
    say: "A drill ends the leader again and again, and measures each handoff. Five clean stops come first: they take some seconds.",
    do: "Press drill, or the key n.",
    run: (view) => start(view, { fault: "stop", rounds: 5, limits: [] }),
    until: (state) => Boolean(drill(state).plan),
    point: "drill-start",
  },
  {
    id: "rounds",
    title: "A bar for each round",
    say: "Each bar is one handoff: from the fault to the moment at which ZooKeeper has the next leader. A round that is not over in time counts as infinite.",
    until: (state) => (drill(state).count ?? 0) >= 5 || drill(state).cause === "stopped",
    do: "Wait for five rounds, or stop the drill.",
    run: stop,
    point: ["drill-board"],
  },
  {
    id: "sure",
    title: "How sure is that?",
    say: "Half of the handoffs took at most p50. The value after ≤ is its bound: 95 of 100 such drills do not exceed it. With five rounds nothing can be said of p90.",
    point: ["drill-figures"],
  },
];
