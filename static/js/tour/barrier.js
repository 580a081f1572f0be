// The guided tour of the view Barrier; the form of a step is in steps.js.
import { peopleOf } from "../views/barrier/people.js";
import { startProcesses } from "../views/barrier/bar.js";
import { roleThen } from "./told.js";

const SIZE = 4;

export const steps = [
  {
    id: "three",
    title: "One is missing",
    say: "Four are to begin together. Three come: each creates an ephemeral znode, finds fewer than four, and watches a znode that does not exist yet: ready.",
    do: "Start one process, and one, and one: three times the key 1.",
    run: async (view) => {
      for (let count = peopleOf(view).length; count < SIZE - 1; count++) await startProcesses(view, 1);
    },
    until: (_, { barrier }) => Object.keys(barrier?.processes ?? {}).length >= (barrier?.size ?? SIZE) - 1 || (barrier?.round ?? 0) > 0,
    point: ["start-1"],
  },
  {
    id: "enter",
    title: "Enter together",
    say: "The fourth finds four. In one transaction it checks that all their znodes still stand, and creates ready, which names them. All are told of it at once.",
    do: "Start one more, and see all enter.",
    run: (view) => startProcesses(view, 1),
    until: (_, { barrier }) => (barrier?.round ?? 0) > 0,
    point: "start-1",
  },
  {
    id: "leave",
    title: "Leave together",
    say: "Each works for its own time. Who is done deletes its znode and waits for the lowest one; the lowest waits for the highest. So nobody is out before all are done.",
    do: "Wait until a round is over, and look at how far apart they entered and left.",
    until: (_, { barrier }) => (barrier?.rounds ?? []).some(({ out }) => Object.keys(out ?? {}).length >= SIZE),
    point: (view) => `round-${view.barrier?.round}`,
  },
  {
    id: "kill",
    title: "Kill one inside",
    say: "The others are done, and wait for somebody who will never come. Its znode stands until ZooKeeper ends its session; then they leave.",
    do: "Press inside, then kill, and wait until the others have left.",
    run: (view) => killOne(view),
    note: (view) => ({ dead: deadIn(view).length }),
    until: (_, view, { dead }) => deadIn(view).length > dead && !peopleOf(view).some(({ candidate }) => candidate.process === "exited"),
    point: roleThen("inside", "kill"),
  },
  {
    id: "late",
    title: "One too many",
    say: "Now one is missing, and the others wait. Of two who come, one is too late: ready names four, and not the fifth. It waits for the next round.",
    do: "Start processes until there are five.",
    run: async (view) => {
      for (let count = peopleOf(view).length; count < SIZE + 1; count++) await startProcesses(view, 1);
    },
    note: ({ barrier }) => ({ round: barrier?.round ?? 0 }),
    until: (_, view, { round }) => peopleOf(view).length > SIZE && (view.barrier?.round ?? 0) > round,
    point: "start-1",
  },
];

/** Between two rounds nobody is inside: then whoever is there. */
function killOne(view) {
  const alive = peopleOf(view).filter(({ candidate }) => candidate.process === "running");
  const { id } = alive.find(({ stage }) => stage === "inside") ?? alive[0] ?? {};
  if (id) view.actions.attempt("kill", "POST", `candidates/${id}/kill`);
}

function deadIn({ state, barrier }) {
  return Object.keys(barrier?.people ?? {}).filter((id) => state.candidates[id]?.fault?.kind === "kill");
}
