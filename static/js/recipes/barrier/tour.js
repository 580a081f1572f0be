// The guided tour of the view Barrier; the form of a step is in steps.js.
import { actOn, roleThen } from "../../tour/roles.js";
import { startProcesses } from "./bar.js";
import { livingIn, peopleOf } from "./people.js";

const WORDS = ["nobody", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** Return how many pass together: at this barrier, else at the one that starts. */
function sizeOf({ barrier, chosen }) {
  return barrier?.size ?? chosen.barrierSize;
}

const counted = (view, more = 0) => WORDS[sizeOf(view) + more] ?? String(sizeOf(view) + more);
const capital = (word) => word[0].toUpperCase() + word.slice(1);

export const steps = [
  {
    id: "three",
    title: "One is missing",
    say: (view) => `${capital(counted(view))} must begin together. ${capital(counted(view, -1))} come: each process creates an ephemeral znode, finds fewer than ${counted(view)}, and watches a znode that does not exist yet: ready.`,
    do: (view) => `Start ${counted(view, -1)}, one after the other: press + start for each, or the key 1.`,
    run: async (view) => {
      for (let count = livingIn(view).length; count < sizeOf(view) - 1; count++) await startProcesses(view, 1);
    },
    until: (_, view) => Object.keys(view.barrier?.processes ?? {}).length >= sizeOf(view) - 1 || (view.barrier?.round ?? 0) > 0,
    point: ["start-1"],
  },
  {
    id: "enter",
    title: "Enter together",
    say: (view) => `The last process finds ${counted(view)}. In one transaction it checks that all their znodes still exist, and creates ready, which names them. All are notified at once.`,
    do: "Start one more, and see all enter.",
    run: (view) => startProcesses(view, 1),
    until: (_, { barrier }) => (barrier?.round ?? 0) > 0,
    point: "start-1",
  },
  {
    id: "leave",
    title: "Leave together",
    say: "Each works for its own time. A process that is done deletes its znode and waits for the lowest one; the lowest waits for the highest. So nobody leaves before all are done.",
    do: (view) =>
      missingIn(view) > 0
        ? "Too few are left: start the missing ones (key 1), and wait until a round is over."
        : "Wait until a round is over, and look at how far apart they entered and left.",
    until: (_, view) => (view.barrier?.rounds ?? []).some(({ out }) => Object.keys(out ?? {}).length >= sizeOf(view)),
    point: (view) => `round-${view.barrier?.round}`,
    round: true,
  },
  {
    id: "kill",
    title: "Kill one inside",
    say: "The others are done, and wait for a process that will never come. Its znode stays until ZooKeeper ends its session; then they leave.",
    do: "Press inside, then kill, and wait until the others have left. If nobody is inside, wait for the next round.",
    run: killOne,
    needs: ({ barrier }) => barrier,
    note: (view) => ({ dead: killedInside(view) }),
    until: (_, view, { dead }) => killedInside(view).some((id) => !dead.includes(id) && haveLeft(view, id)),
    point: roleThen("inside", "kill"),
  },
  {
    id: "late",
    title: "One too many",
    say: (view) => `Now one process is missing, and the others wait. Two come, but one of them is too late: ready names only ${counted(view)}. It waits for the next round.`,
    do: (view) => `Start processes until there are ${counted(view, 1)}.`,
    run: async (view) => {
      for (let count = livingIn(view).length; count < sizeOf(view) + 1; count++) await startProcesses(view, 1);
    },
    note: ({ barrier }) => ({ round: barrier?.round ?? 0 }),
    until: (_, view, { round }) => livingIn(view).length > sizeOf(view) && (view.barrier?.round ?? 0) > round,
    point: "start-1",
  },
];

/** Kill the process that will work inside the longest; between two rounds, the next that enters. */
async function killOne(view) {
  const missing = missingIn(view);
  if (missing > 0) await startProcesses(view, missing);
  await actOn(view, "kill", (now) => runningIn(now).filter(({ stage }) => stage === "inside").sort((a, b) => a.said.ends - b.said.ends).at(-1)?.id);
}

const runningIn = (view) => peopleOf(view).filter(({ candidate }) => candidate.process === "running");
const missingIn = (view) => sizeOf(view) - runningIn(view).length;

/** Return the processes that were killed while they worked inside. */
function killedInside({ state, barrier }) {
  return Object.entries(barrier?.people ?? {})
    .filter(([id, { stage }]) => stage === "inside" && state.candidates[id]?.fault?.kind === "kill")
    .map(([id]) => id);
}

/** Tell whether all that live have left the round in which this process was killed. */
function haveLeft({ state, barrier }, dead) {
  const round = barrier.rounds.find(({ round: number }) => number === barrier.people[dead].round);
  const others = Object.keys(round?.in ?? {}).filter((id) => id !== dead && state.candidates[id]?.process === "running");
  return others.every((id) => round.out?.[id] || round.fell?.[id]);
}
