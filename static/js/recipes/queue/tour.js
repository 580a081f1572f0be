// The guided tour of the view Queue; the form of a step is in steps.js.
import { actOn, hasEnded, roleThen, soon, waking } from "../../tour/roles.js";
import { startQueue } from "./bar.js";
import { numberOf, peopleOf } from "./people.js";

export const steps = [
  {
    id: "start",
    title: "Start producers and consumers",
    say: `Producers put items into the queue, each a persistent znode with a number. Consumers take the lowest item. Every
      dot here is a process with its own session.`,
    do: "Start two producers and three consumers.",
    run: (view) => startQueue(view, "start-first", 2, 3),
    until: (_, view) => (view.queue?.done ?? 0) > 0 && runningIn(view, "producer") > 0 && runningIn(view, "consumer") > 1,
    point: ["start-first", "start-3"],
  },
  {
    id: "claim",
    title: "Who has an item?",
    say: "While a consumer works, the item stays in the queue. An ephemeral znode in claims, with the item's name, says who has it.",
    do: "Choose a consumer that works: click it, or press → until it is chosen, and see its line of the pseudo-code.",
    run: async (view) => {
      const candidate = await soon(view, workingIn);
      if (candidate) view.choose({ candidate });
    },
    needs: ({ queue }) => queue,
    until: (_, { queue, chosen }) => Boolean(chosen.candidate) && handsOf(queue).includes(chosen.candidate),
    point: (view) => `process-${workingIn(view)}`,
  },
  {
    id: "kill",
    title: "Kill a consumer that has an item",
    say: "A dead consumer cannot give its item back. When its session runs out, the claim disappears, and the item is back in the queue.",
    do: "Press at work, then kill, and wait until another consumer is done with the item.",
    run: (view) => strike(view, "kill"),
    note: ({ queue }) => ({ again: queue?.again ?? 0 }),
    until: (_, { queue }, { again }) => (queue?.again ?? 0) > again,
    point: roleThen("at work", "kill"),
  },
  {
    id: "account",
    title: "Count in = count out",
    say: (view) => [
      `${view.queue?.put ?? 0} items were put in. Each is done, in a consumer's hands, or waiting: none is lost, and `,
      { who: String(view.queue?.again ?? 0), tone: "lead" },
      " had to be given out again.",
    ],
    point: "account",
  },
  {
    id: "freeze",
    title: "Freeze one in its work",
    say: "It stops with an item in its hands, and will later continue as if nothing had happened. Its session runs out, and another consumer gets the item.",
    do: "Press at work, then freeze, and wait until its claim is gone. If it had just finished, freeze the next one.",
    run: (view) => strike(view, "pause"),
    until: (_, view) => deludedIn(view) !== null,
    point: roleThen("at work", "freeze"),
  },
  {
    id: "wake",
    title: "Wake it: each is done once",
    say: (_view, note) => [
      { who: note?.frozen ?? "The frozen one", tone: "frozen" },
      ` believes that it has item ${note?.item ?? ""}. It can finish the item only in one transaction, which deletes its claim, and the item at the version that it was given. Both are gone.`,
    ],
    do: "Choose it and wake it (w).",
    ...waking,
    note: (view) => {
      const frozen = deludedIn(view);
      const said = view.queue?.consumers[frozen];
      return { frozen, held: said?.item, item: said?.item ? numberOf(said.item) : "" };
    },
    lost: (view, { frozen }) => hasEnded(view, frozen),
    until: ({ candidates }, { queue }, { frozen, held }) => hasLetGo(candidates[frozen], queue?.consumers[frozen], held),
  },
  {
    id: "line",
    title: "Nothing to do: a line, no herd",
    say: "When the queue is empty, consumers stand in a line. Only the first watches the items; each of the others watches the one before it. So a new item wakes one of them, not all.",
    do: "Open ▾ beside + producer, make the work short (0 s), and see the line grow.",
    run: async (view) => {
      view.choose({ queueTask: 0 });
      if (await view.actions.attempt("pace", "POST", "queues/pace", { path: view.queue.path, task: 0 })) await startMissing(view);
    },
    needs: ({ queue }) => queue,
    until: (_, { queue }) => (queue?.line.length ?? 0) >= 2,
    point: "task",
  },
];

const runningIn = (view, role) => peopleOf(view, role).filter(({ candidate }) => candidate.process === "running").length;

/** Start three consumers where fewer than two run, and a producer where none does. */
function startMissing(view) {
  const [producers, consumers] = [runningIn(view, "producer") < 1 ? 1 : 0, runningIn(view, "consumer") < 2 ? 3 : 0];
  return producers + consumers > 0 && startQueue(view, "start-first", producers, consumers);
}

/** Strike a consumer at work, the one that began last: it has the longest before it. Start others first, where too few are left. */
async function strike(view, action) {
  await startMissing(view);
  return actOn(view, action, (now) => {
    const working = peopleOf(now, "consumer").filter(({ candidate, item, said }) => candidate.process === "running" && item !== null && said.item === item);
    return working.sort((a, b) => (a.said.began ?? 0) - (b.said.began ?? 0)).at(-1)?.id;
  });
}

function workingIn({ queue }) {
  return handsOf(queue)[0] ?? null;
}

/** Return the consumers that have an item. */
function handsOf(queue) {
  const held = Object.values(queue?.items ?? {}).filter(({ state }) => state === "claimed");
  return held.map(({ claim }) => claim?.candidate).filter(Boolean);
}

/** Return the frozen consumer that believes it has an item it no longer has; an item that is gone it may have done itself. */
function deludedIn({ state, queue }) {
  const ids = Object.keys(queue?.consumers ?? {});
  return ids.find((id) => isDeluded(state.candidates[id], id, queue)) ?? null;
}

/** Tell whether the frozen one is awake and has let go of its item. Where it had sent its end already, nobody tells it what became of it. */
function hasLetGo(candidate, consumer, held) {
  return candidate?.process === "running" && (candidate.belief !== "working" || consumer?.item !== held);
}

function isDeluded(candidate, id, queue) {
  const { item } = queue.consumers[id];
  const { state, claim, ended_by } = queue.items[item] ?? {};
  const other = state === "claimed" ? claim?.candidate : ended_by;
  const isLost = state === "waiting" || Boolean(other && other !== id);
  return candidate?.process === "paused" && candidate.belief === "working" && isLost;
}
