// The guided tour of the view Shared lock; the form of a step is in tour/steps.js.
import { actOn, hasEnded, inTask, roleThen, soon, waking } from "../../tour/roles.js";
import { askFor, start, switchLock } from "./bar.js";
import { answering, entryOf, holdersOf, living, waitersOf } from "./people.js";

export const steps = [
  {
    id: "readers",
    title: "Three readers",
    say: "Each creates a znode read-. No writer comes before any of them, so all hold the lock: they read together.",
    do: "Start three readers: press the button, or the key 3.",
    run: (view) => start(view, "reader", 3),
    until: (_, { shared }) => heldBy(shared, "read").length >= 2,
    point: "start-reader-3",
  },
  {
    id: "writer",
    title: "A writer waits for all of them",
    say: "It creates write-, and holds the lock only when its znode is the lowest of all. It watches one znode: the one right before its own.",
    do: "Start a writer with the button or the key n, and wait until it has written.",
    run: (view) => start(view, "writer", 1),
    note: ({ shared }) => ({ before: shared?.file.finished ?? 0 }),
    lost: ({ shared }, { before }) => (shared?.file.finished ?? 0) < before,
    until: (_, { shared }, { before }) => (shared?.file.finished ?? 0) > before,
    point: "start-writer-1",
  },
  {
    id: "behind",
    title: "Readers behind a writer",
    say: `A reader that comes after a writer waits for it, even while other readers hold the lock: so no writer waits for
      ever. When the writer goes, the readers up to the next writer wake together. This is not a herd effect, because all of them can continue.`,
    do: "Start a second writer and a reader, and choose a reader that waits, to see its line of the pseudo-code.",
    run: async (view) => {
      if (writers(view.shared) < 2) await start(view, "writer", 1);
      await start(view, "reader", 1);
      const reader = await soon(view, waitingReader);
      if (reader) view.choose({ candidate: reader.candidate });
    },
    until: (_, { shared, chosen }) => writers(shared) >= 2 && entryOf(shared, chosen.candidate)?.mode === "read",
    point: (view) => (writers(view.shared) < 2 ? "start-writer-1" : `process-${waitingReader(view)?.candidate}`),
  },
  {
    id: "ask",
    title: "Ask for the lock",
    say: `The lock is revocable: any client that writes unlock into a holder's znode asks it to give the lock back. The holder watches
      its own znode, and agrees: it leaves its task unfinished and deletes the znode itself.`,
    do: "Press ask back beside a client that reads or writes, or the key y.",
    run: (view) => askFor(view, answering(view)),
    needs: answering,
    note: ({ shared }) => ({ before: gaveBack(shared) }),
    lost: ({ shared }, { before }) => gaveBack(shared) < before,
    until: (_, { shared }, { before }) => gaveBack(shared) > before,
    point: (view) => `ask-${answering(view)?.name}`,
  },
  {
    id: "freeze",
    title: "Freeze a holder",
    say: "Only a running client can answer. A frozen client keeps the lock until ZooKeeper ends its session; then the next clients continue.",
    do: "Press holder, then freeze, and wait until its session is over. If it gave back the lock just before, freeze the next holder.",
    run: async (view) => {
      await startMissing(view);
      await actOn(view, "pause", (now) => inTask(now, now.shared));
    },
    until: (state, { shared }) => deludedIn(state, shared) !== null,
    point: roleThen("holder", "freeze"),
  },
  {
    id: "wake",
    title: "Wake it: it is told",
    say: "It still believes that it holds the lock. Before it writes, or reports what it read, it asks ZooKeeper whether its znode is still there.",
    do: "Choose it, and wake it (w).",
    ...waking,
    note: ({ state, shared }) => {
      const frozen = deludedIn(state, shared);
      return { frozen, abandoned: shared?.turns[frozen]?.abandoned ?? 0 };
    },
    lost: (view, { frozen }) => hasEnded(view, frozen),
    until: (state, { shared }, { frozen, abandoned }) =>
      state.candidates[frozen]?.process === "running" && (shared?.turns[frozen]?.abandoned ?? 0) > abandoned,
  },
  {
    id: "off",
    title: "Take the lock away",
    say: "What is the lock good for? Without it a writer writes while others read: the end of the text that they read does not fit the beginning.",
    do: "Press the switch (l), and wait for a torn read.",
    run: async (view) => {
      await startMissing(view);
      if (view.shared.locking) await switchLock(view);
    },
    needs: ({ shared }) => shared,
    until: (_, { shared }) => shared?.locking === false && shared.file.torn > 0,
    point: "locking",
  },
  {
    id: "on",
    title: "Give it back",
    say: ({ shared }) => ["Without the lock ", { who: String(tornIn(shared)), tone: "dead" }, tornIn(shared) === 1 ? " read was torn. With the lock, none is torn." : " reads were torn. With the lock, none is torn."],
    do: "Press the switch again, and wait for three reads.",
    run: async (view) => {
      await startMissing(view);
      if (!view.shared.locking) await switchLock(view);
    },
    needs: ({ shared }) => [shared?.locking, shared?.before?.locking].includes(false),
    until: (_, { shared }) => shared?.locking === true && shared.before?.locking === false && shared.file.reads >= 3 && !shared.file.torn,
    point: ["locking", "harm"],
  },
];

/** Start a reader and a writer, where none of them is left that runs. */
async function startMissing(view) {
  const running = living(view.state, view.shared?.path).map((id) => view.state.candidates[id]).filter(({ process }) => process === "running");
  for (const kind of ["reader", "writer"])
    if (!running.some(({ recipe }) => recipe === kind)) await start(view, kind, 1);
}

function heldBy(shared, mode) {
  return holdersOf(shared).filter((entry) => entry.mode === mode && entry.belief === "holding");
}

function writers(shared) {
  return (shared?.chain ?? []).filter(({ mode }) => mode === "write").length;
}

function waitingReader({ shared }) {
  const waiting = waitersOf(shared).find(({ mode }) => mode === "read");
  return waiting ?? (shared?.chain ?? []).find(({ mode }) => mode === "read");
}

function gaveBack(shared) {
  return Object.values(shared?.turns ?? {}).reduce((sum, { gave_back: times }) => sum + times, 0);
}

/** Return the client that is frozen in its task and believes that it holds the lock, but has no znode any more. */
function deludedIn({ candidates }, shared) {
  const ids = Object.keys(shared?.holds ?? {}).filter((id) => candidates[id]?.process === "paused" && shared.tasks[id]);
  return ids.find((id) => !entryOf(shared, id)) ?? null;
}

function tornIn(shared) {
  return shared?.locking ? (shared.before?.torn ?? 0) : (shared?.file.torn ?? 0);
}
