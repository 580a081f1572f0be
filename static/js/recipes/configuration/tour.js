// The guided tour of the view Config; the form of a step is in steps.js.
import { changesOf, subscribersOf } from "../../kit/spread/values.js";
import { FIRST, startSubscribers } from "./subscribers.js";
import { createAnew, publishNext } from "./publish.js";

const shown = ({ configuration }) => configuration ?? null;
const all = (view) => subscribersOf(shown(view));
const count = (view) => shown(view)?.counted ?? 0;
const latest = (view) => changesOf(shown(view)).at(-1) ?? null;
const runningIn = (view) => all(view).filter(({ process }) => process === "running");
const everybodyHasIt = (view) => runningIn(view).length > 0 && runningIn(view).every(({ standing }) => standing === "current"); // a frozen one cannot
const named = (view, note) => all(view).find(({ id }) => id === note?.id) ?? null;
const one = (view) => ({ id: runningIn(view)[0]?.id ?? null });
const hasLost = (view, note) => (named(view, note)?.process ?? "exited") === "exited";
const button = (view, note, word) => (view.chosen.candidate === note?.id ? `action-${word}` : `subscriber-${note?.id}`);

export const steps = [
  {
    id: "start",
    title: "Start five subscribers",
    say: "A configuration is one znode. A process that needs it reads it with a watch: ZooKeeper then tells it about the next change, so it need not ask again and again.",
    do: "Start five: press the button, or the key 5.",
    run: (view) => startSubscribers(view, 5),
    until: (_state, view) => all(view).filter(({ read_at: at }) => at !== null).length >= 4,
    point: ["start-first", "start-5"],
  },
  {
    id: "publish",
    title: "Publish a value",
    note: (view) => ({ counted: count(view) }),
    say: "If there is no znode yet, each of them asks whether it exists, with a watch, and learns of its creation. Each is notified, reads the value, and watches again.",
    do: "Press Publish, or the key n. Then publish another one. If somebody else wrote the current value, type yours first: the page asks before it writes.",
    run: publishNext,
    needs: shown,
    until: (_state, view, note) => count(view) > (note?.counted ?? Infinity) && everybodyHasIt(view),
    point: "publish",
  },
  {
    id: "spread",
    title: "How long until all have it",
    say: (view) => [
      "Each mark is one subscriber, at the time when it had the value, counted from the moment the write was sent",
      ...(latest(view)?.within_ms ? [": the last one after ", { ms: latest(view).within_ms }] : []),
      ". The drawing runs twenty times slower.",
    ],
    point: "arrivals",
  },
  {
    id: "freeze",
    title: "A process that cannot be notified",
    note: one,
    lost: hasLost,
    say: "A frozen process cannot read. It keeps the value that it has: the picture shows what is true on ZooKeeper's ground, and outside it what each process uses.",
    do: (_view, note) => ["Freeze ", { who: note?.id ?? "one", tone: "frozen" }, " with f, and publish with n."],
    run: async (view, note) => {
      const isFrozen = named(view, note).process === "paused" || (await view.actions.attempt("pause", "POST", `candidates/${note.id}/pause`));
      if (isFrozen) publishNext(view);
    },
    needs: (view, note) => named(view, note),
    until: (_state, view, note) => named(view, note)?.process === "paused" && named(view, note)?.standing === "behind",
    point: (view, note) => (named(view, note)?.process === "paused" ? "publish" : button(view, note, "freeze")),
  },
  {
    id: "wake",
    title: "It catches up",
    note: (view) => ({ id: all(view).find(({ process }) => process === "paused")?.id ?? null }),
    lost: hasLost,
    say: "It may have missed one change or ten, and its watch may have been lost with its session: it does not count events. It reads again, and has the newest value.",
    do: (_view, note) => ["Wake ", { who: note?.id ?? "it", tone: "frozen" }, " with w."],
    run: ({ actions }, { id }) => actions.attempt("resume", "POST", `candidates/${id}/resume`),
    needs: (view, note) => named(view, note),
    until: (_state, view, note) => Boolean(note?.id) && named(view, note)?.standing === "current" && named(view, note)?.process === "running",
    point: (view, note) => button(view, note, "wake"),
  },
  {
    id: "anew",
    title: "A version that begins again",
    note: (view) => ({ counted: count(view) }),
    say: "Delete the znode and create it again: its version is 0 again, as it once was. A process that compares versions could miss that. The mzxid is the number of the change in all of ZooKeeper, and only grows: so the process compares mzxids.",
    do: "Press delete + create, or the key a. If somebody else wrote the value, the page asks first.",
    run: createAnew,
    needs: (view) => shown(view)?.znode,
    until: (_state, view, note) => changesOf(shown(view)).some(({ number, recreated }) => recreated && number > (note?.counted ?? Infinity)) && everybodyHasIt(view),
    point: ["config-anew", "config-change"],
  },
  {
    id: "stale",
    title: "A stale save is refused",
    say: `What you publish replaces the version that you have seen, and no other. Type a value, change ${FIRST} meanwhile from another page or a console, and publish: you see both values, and nothing is lost.`,
    point: "config-value",
  },
];
