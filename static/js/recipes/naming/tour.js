// The guided tour of the view Names; the form of a step is in steps.js.
import { hasEnded } from "../../tour/roles.js";
import { moveProvider, startAll, startProvider } from "./bar.js";
import { callOf, clientsOf, holderOf, providersOf, shownName } from "./parts.js";

const name = (view) => (view.state ? shownName(view) : null);
const holder = (view) => holderOf(name(view));
const counted = (view) => name(view)?.counted ?? 0;
const awake = (view) => clientsOf(name(view)).filter(({ process }) => process === "running");
const allCall = (view, id) => awake(view).length > 0 && awake(view).every((one) => callOf(one) === "ok" && (!id || one.call.by === id));
const standby = (view) => providersOf(name(view)).find(({ standing }) => standing === "standby") ?? null;
const meant = (view) => ({ id: holder(view)?.id ?? null, address: name(view)?.znode?.value ?? null, counted: counted(view) });
const button = (view, note, word) => (view.chosen.candidate === note?.id ? `action-${word}` : `provider-${note?.id}`);
const hasNobody = (_view, { id }) => !id;
const followed = (view, note) => Boolean(note?.id) && holder(view)?.id !== note.id && holder(view)?.standing === "registered";

export const steps = [
  {
    id: "start",
    title: "Register a name, and call it",
    say: "A provider listens at an address. It creates an ephemeral znode with a name, so that others find it; the znode's data is the address. Clients look the name up, with a watch, and call that address again and again.",
    do: "Start two providers and three clients: press the button, or the keys 1, 1 and 3.",
    run: (view) => startAll(view),
    until: (_state, view) => Boolean(holder(view)) && allCall(view),
    point: ["start-first", "start-provider"],
  },
  {
    id: "standby",
    title: "A name has an owner",
    say: (view) => [
      "The second provider found the name taken, by a session that is not its own. It must not delete the znode: its owner may be alive. It watches the znode, and stands by",
      ...(standby(view) ? [": ", { who: standby(view).id, tone: "wait" }] : []),
      ".",
    ],
    point: (view) => `provider-${standby(view)?.id}`,
  },
  {
    id: "move",
    title: "An address changes",
    note: meant,
    say: "The provider moves to another port, and writes that into its znode, over the version that it has read. Every client is notified, reads the new address, and calls it: the last change shows how soon.",
    do: "Press move, or the key n.",
    run: (view) => moveProvider(view),
    until: (_state, view, note) => counted(view) > (note?.counted ?? Infinity) && Boolean(name(view)?.znode) && name(view).znode.value !== note?.address && allCall(view),
    point: "move",
  },
  {
    id: "kill",
    title: "The provider dies",
    note: meant,
    lost: hasNobody,
    say: "The name outlives the process: it disappears when the session ends, and until then it leads to a dead address. Calls are refused meanwhile. That is the price of a session timeout.",
    do: (_view, note) => ["Choose ", { who: note?.id ?? "the provider", tone: "dead" }, " and kill it, with the button or the key k."],
    run: (view, { id }) => endOne(view, id, "kill"),
    needs: (_view, note) => note?.id,
    until: (_state, view, note) => followed(view, note) && allCall(view, holder(view).id),
    point: (view, note) => button(view, note, "kill"),
  },
  {
    id: "stop",
    title: "A provider that leaves cleanly",
    note: meant,
    lost: hasNobody,
    say: "A provider that is stopped deletes its znode first: the standby registers within milliseconds, and hardly any call fails.",
    do: (_view, note) => ["Start another provider with 1, then stop ", { who: note?.id ?? "the one that is found", tone: "dead" }, " with s."],
    run: (view, { id }) => endOne(view, id, "stop"),
    needs: (_view, note) => note?.id,
    until: (_state, view, note) => followed(view, note),
    point: (view, note) => (standby(view) ? button(view, note, "stop") : "start-provider"),
  },
  {
    id: "freeze",
    title: "A provider that accepts, but does not answer",
    note: meant,
    lost: (view, { id }) => hasEnded(view, id),
    say: "A frozen provider's port still takes calls, but nothing answers. The name disappears with its session, as with a dead provider; but the callers notice it later.",
    do: (_view, note) => ["Freeze ", { who: note?.id ?? "it", tone: "frozen" }, " with f, and wait until its session has ended."],
    run: ({ actions }, { id }) => actions.attempt("pause", "POST", `candidates/${id}/pause`),
    needs: (_view, note) => note?.id,
    until: (_state, view, note) => Boolean(note?.id) && counted(view) > note.counted,
    point: (view, note) => button(view, note, "freeze"),
  },
  {
    id: "wake",
    title: "It wakes, and looks first",
    note: (view) => ({ id: providersOf(name(view)).find(({ process }) => process === "paused")?.id ?? null }),
    lost: (view, { id }) => hasEnded(view, id),
    say: "It does not know how long it slept. It finds that its session is over, reads the name, and registers if the name is free, or stands by if another provider has it.",
    do: (_view, note) => ["Wake ", { who: note?.id ?? "it", tone: "frozen" }, " with w."],
    run: ({ actions }, { id }) => actions.attempt("resume", "POST", `candidates/${id}/resume`),
    needs: (_view, note) => note?.id,
    until: (_state, view, note) => providersOf(name(view)).some(({ id, process, standing }) => id === note?.id && process === "running" && ["registered", "standby"].includes(standing)),
    point: (view, note) => button(view, note, "wake"),
  },
];

/** End a provider, with another one behind it. */
async function endOne(view, id, action) {
  if (!standby(view) && !(await startProvider(view))) return;
  if (!hasEnded(view, id)) await view.actions.attempt(action, "POST", `candidates/${id}/${action}`);
}
