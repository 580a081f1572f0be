// The guided tour of the view Config; the form of a step is in steps.js.
import { FIRST, startSubscribers } from "../views/config/bar.js";
import { createAnew, publishNext } from "../views/config/publish.js";
import { changesOf, subscribersOf } from "../views/config/subscribers.js";

const shown = ({ configuration }) => configuration ?? null;
const all = (view) => subscribersOf(shown(view));
const count = (view) => shown(view)?.counted ?? 0;
const latest = (view) => changesOf(shown(view)).at(-1) ?? null;
const everybodyHasIt = (view) => all(view).length > 0 && all(view).every(({ standing }) => standing === "current");
const named = (view, note) => all(view).find(({ id }) => id === note?.id) ?? null;
const one = (view) => ({ id: all(view).find(({ process }) => process === "running")?.id ?? null, counted: count(view) });
const button = (view, note, word) => (view.chosen.candidate === note?.id ? `action-${word}` : `subscriber-${note?.id}`);

export const steps = [
  {
    id: "start",
    title: "Start five subscribers",
    say: "A configuration is one znode. Whoever needs it reads it with a watch: ZooKeeper then tells it of the next change, so nobody has to ask again and again.",
    do: "Press +5, or the key 5.",
    run: (view) => startSubscribers(view, 5),
    until: (state, view) => all(view).filter(({ read_at: at }) => at !== null).length >= 4,
    point: ["start-first", "start-5"],
  },
  {
    id: "publish",
    title: "Publish a value",
    note: (view) => ({ counted: count(view) }),
    say: "There may be no znode yet: then each of them asks whether it exists, with a watch, and hears of its creation. Every one is told, reads the value, and watches again.",
    do: "Press Publish, or the key n. Then publish another one. Over what somebody else has written there, type a value first: you are asked.",
    run: (view) => publishNext(view),
    until: (state, view, note) => count(view) > (note?.counted ?? Infinity) && everybodyHasIt(view),
    point: "publish",
  },
  {
    id: "spread",
    title: "How long until all have it",
    say: (view) => [
      "Each mark is one subscriber, at the time at which it had the value, from the moment the write was sent",
      ...(latest(view)?.within_ms ? [": the last one after ", { ms: latest(view).within_ms }] : []),
      ". On the drawing this runs twenty times slower.",
    ],
    point: "arrivals",
  },
  {
    id: "freeze",
    title: "One that cannot be told",
    note: one,
    say: "A frozen process cannot read. It goes on with the value that it has: below stands what is true, above what it uses.",
    do: (view, note) => ["Freeze ", { who: note?.id ?? "one", tone: "frozen" }, " with f, and publish with n."],
    run: async (view, note) => {
      if (!note?.id) return;
      if (await view.actions.attempt("pause", "POST", `candidates/${note.id}/pause`)) publishNext(view);
    },
    until: (state, view, note) => named(view, note)?.process === "paused" && named(view, note)?.standing === "behind",
    point: (view, note) => (named(view, note)?.process === "paused" ? "publish" : button(view, note, "freeze")),
  },
  {
    id: "wake",
    title: "It catches up",
    note: (view) => ({ id: all(view).find(({ process }) => process === "paused")?.id ?? null }),
    say: "It may have missed one change or ten, and its watch may have been lost with its session: it does not count events. It reads again, and has the newest.",
    do: (view, note) => ["Wake ", { who: note?.id ?? "it", tone: "frozen" }, " with w."],
    run: ({ actions }, note) => note?.id && actions.attempt("resume", "POST", `candidates/${note.id}/resume`),
    until: (state, view, note) => Boolean(note?.id) && named(view, note)?.standing === "current" && named(view, note)?.process === "running",
    point: (view, note) => button(view, note, "wake"),
  },
  {
    id: "anew",
    title: "A version that begins again",
    note: (view) => ({ counted: count(view) }),
    say: "Delete the znode and create it anew: its version is 0 again, as it was once before. Whoever compared versions could miss that. The mzxid is the number of the change in all of ZooKeeper and only grows: it decides.",
    do: "Press delete + create, or the key a. Over what somebody else has written, you are asked first.",
    run: (view) => shown(view)?.znode && createAnew(view),
    until: (state, view, note) => changesOf(shown(view)).some(({ number, recreated }) => recreated && number > (note?.counted ?? Infinity)) && everybodyHasIt(view),
    point: ["config-anew", "config-change"],
  },
  {
    id: "stale",
    title: "A stale save is refused",
    say: `What you publish is written over the version that you have seen, and no other. Type a value, have somebody else write ${FIRST} meanwhile (another page, a console), and publish: you see both values, and nothing is lost.`,
    point: "config-value",
  },
];
