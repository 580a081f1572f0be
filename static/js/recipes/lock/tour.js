// The guided tour of the view Lock; the form of a step is in steps.js.
import { actOn, hasEnded, inTask, roleThen, waking } from "../../tour/roles.js";
import { startClients, switchLock } from "./bar.js";

const ENOUGH = 3;

export const steps = [
  {
    id: "start",
    title: "Start three clients",
    say: `They share a file with a number in it. Each reads it, works for a while, and writes the number plus one.
      Two clients at once would read the same number, and one update would be lost: so each waits for the lock.`,
    do: "Start three clients: press the button, or the key 3.",
    run: (view) => startClients(view, ENOUGH),
    until: (_, { lock }) => (lock?.chain.length ?? 0) >= 2 && lock.file.finished > 0,
    point: ["start-first", "start-3"],
  },
  {
    id: "holder",
    title: "Who holds it, who is next",
    say: (view) => [
      { who: holderIn(view) ?? "One", tone: "lead" },
      " owns the lowest znode and holds the lock. It works, writes, and deletes its own znode. That wakes one other client: the client that watches it.",
    ],
    do: "Choose the next client: click it, or press →, and see its line of the pseudo-code.",
    run: (view) => view.choose({ candidate: view.lock.queue[0] }),
    needs: ({ lock }) => lock?.queue[0],
    until: (_, { lock, chosen }) => Boolean(chosen.candidate) && lock?.chain.some(({ candidate }) => candidate === chosen.candidate),
    point: (view) => `process-${view.lock?.queue[0]}`,
  },
  {
    id: "kill",
    title: "Kill the holder in its task",
    say: "A dead client cannot give the lock back. Nothing is lost, but all wait until ZooKeeper ends its session.",
    do: "Press holder, then kill.",
    run: (view) => strike(view, "kill"),
    note: (view) => ({ dead: killedIn(view) }),
    until: (_, view, { dead }) => killedIn(view).some((id) => !dead.includes(id)) && view.lock.chain[0]?.belief === "holding",
    point: roleThen("holder", "kill"),
  },
  {
    id: "freeze",
    title: "Freeze the holder",
    say: "Now it stops in the middle of its task, and will go on as if nothing had happened.",
    do: (view) =>
      runningIn(view) < 2
        ? "Too few clients run: start three more (key 3). Then press holder, then freeze."
        : "Press holder, then freeze, and wait until another client holds the lock. If it released the lock just before, freeze the next holder.",
    run: (view) => strike(view, "pause"),
    until: (_, view) => deludedIn(view) !== null && (view.lock?.chain.length ?? 0) > 0,
    point: roleThen("holder", "freeze"),
  },
  {
    id: "wake",
    title: "Wake it: it is told before it writes",
    say: (_view, note) => [
      { who: note?.frozen ?? "The frozen one", tone: "frozen" },
      " believes that it holds the lock. Before each step it looks at its clock, and right before it writes, it asks ZooKeeper whether its znode is still there. So it learns in time that the lock is lost: the file is not touched.",
    ],
    do: "Choose it and wake it (w).",
    ...waking,
    note: (view) => ({ frozen: deludedIn(view), abandoned: view.lock?.waits[deludedIn(view)]?.abandoned ?? 0 }),
    lost: (view, { frozen }) => hasEnded(view, frozen),
    until: (state, { lock }, { frozen, abandoned }) =>
      state.candidates[frozen]?.process === "running" && (lock?.waits[frozen]?.abandoned ?? 0) > abandoned,
  },
  {
    id: "off",
    title: "Take the lock away",
    say: "What is the lock good for? Without it all clients read the same number, and all write the same number plus one.",
    do: "Press the switch (l), and see how many updates are lost.",
    run: async (view) => {
      await startMissing(view);
      if (view.lock.locking) await switchLock(view);
    },
    needs: ({ lock }) => lock,
    until: (_, { lock }) => lock?.locking === false && lock.file.lost > 0,
    point: "locking",
  },
  {
    id: "on",
    title: "Give it back",
    say: (view) => ["Without the lock ", { who: String(lostIn(view)), tone: "dead" }, " updates were lost. With the lock, none is lost."],
    do: "Press the switch again, and wait for three tasks.",
    run: async (view) => {
      await startMissing(view);
      if (!view.lock.locking) await switchLock(view);
    },
    needs: ({ lock }) => [lock?.locking, lock?.before?.locking].includes(false),
    until: (_, { lock }) => lock?.locking === true && lock.before?.locking === false && lock.file.finished >= 3 && lock.file.lost === 0,
    point: ["locking", "lost"],
  },
];

/** Return how many of its clients run. */
function runningIn({ state, lock }) {
  return Object.values(state.candidates).filter(({ path, process }) => path === lock?.path && process === "running").length;
}

function startMissing(view) {
  return runningIn(view) < ENOUGH && startClients(view, ENOUGH);
}

/** Strike the holder in its task, now or in the next one; start others first, where too few are left to follow. */
async function strike(view, action) {
  await startMissing(view);
  return actOn(view, action, (now) => inTask(now, now.lock));
}

function holderIn({ lock }) {
  return lock?.chain[0]?.candidate ?? null;
}

/**
 * Return the client that is frozen in its task and believes that it holds the lock, but no longer owns
 * the lowest znode. A client that was already giving the lock back learns nothing new when it wakes.
 */
function deludedIn(view) {
  const { state, lock } = view;
  const ids = Object.keys(lock?.holds ?? {}).filter((id) => state.candidates[id]?.process === "paused" && lock.tasks[id]);
  return ids.find((id) => id !== holderIn(view)) ?? null;
}

/** Return the killed clients whose session is over, too. */
function killedIn({ state, lock }) {
  return Object.keys(state.candidates).filter((id) => {
    const { path, process, fault } = state.candidates[id];
    const stands = lock?.chain.some(({ candidate }) => candidate === id);
    return path === lock?.path && process === "exited" && fault?.kind === "kill" && !stands;
  });
}

function lostIn({ lock }) {
  return lock?.locking ? (lock.before?.lost ?? 0) : (lock?.file.lost ?? 0);
}
