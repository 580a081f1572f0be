// A lock: who holds it and works on the file, who waits for it, and what it is good for.
import { html } from "../../html.js";
import { awake, frozen, killed, live } from "../../kit/hint.js";
import { later } from "../../kit/later.js";
import { crownSign, glowSign, lanes, term, watch } from "../../kit/legend.js";
import { Subject } from "../../views/subject.js";
import { FIRST, controls, startClients, switchLock } from "./bar.js";
import { Queue, clientsOf } from "./queue.js";
import { znodesOf } from "./znodes.js";

const SharedFile = later(() => import("./work.js"), "SharedFile");
const Times = later(() => import("./work.js"), "Times");
const Turns = later(() => import("./work.js"), "Turns");

const VERDICTS = {
  one_holder: ["at most one holder", "No two clients believe at the same time that they hold the lock while their sessions last by their own clocks"],
  fifo: ["nobody overtakes", "The holder owns the lowest znode, and no client was overtaken"],
  no_lost_update: ["no lost update", "The number in the file has grown by one for each finished task"],
};

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "lock",
  title: "Lock",
  group: "locks",
  component: Subject,
  round: (view) => html`<${Turns} ...${view} invites="Start three clients." />`,
  subject: { name: "lock", section: "locks", thing: "lock", znodes: znodesOf, chained: true, wordOf: ({ chain }) => `${chain.length} in line` },
  recipe: () => "lock",
  candidates: clientsOf,
  moment,
  roles,
  keys: [
    { key: "1", does: "start one client", run: (view) => startClients(view, 1) },
    { key: "3", does: "start three clients", run: (view) => startClients(view, 3) },
    { key: "5", does: "start five clients", run: (view) => startClients(view, 5) },
    { key: "l", does: "take the lock away, or give it back", when: hasLock, unless: "There is no lock to take away yet: start some clients", run: switchLock },
  ],
  choices: { lockTask: 1, lockLimit: null },
  controls,
  board: Queue,
  legend: ({ lock }) => [
    ...lanes("what each one believes", lock?.locking === false ? "nobody asks it for the lock" : "whose turn it is"),
    [crownSign(), "lowest znode: holds the lock"],
    [glowSign(), "believes it holds the lock"],
    [watch("seen"), term("watch, seen")],
    [watch("reported"), term("reported")],
    [watch("inferred"), term("inferred")],
  ],
  work: (view) => html`<${SharedFile} ...${view} /><${Times} ...${view} />`,
  checks: VERDICTS,
  first: {
    path: FIRST,
    story: ["No client wants a lock yet. Start three clients, and see them take turns."],
    nobody: (path) => html`Nobody wants the lock <code>${path}</code>.`,
    watching: "Clients appear here as soon as one starts.",
    says: "Start some: real processes that take turns to add one to the number in a file.",
    button: "Start three clients",
    busy: "start-3",
    start: (view, { path }) => startClients(view, 3, path),
  },
  another: { label: "Path of the lock", note: "This starts three clients, which take turns with a new file." },
  help: Help,
  hints: [
    { say: "start three clients, and see them take turns.", key: "3", until: live(2) },
    { say: "now kill the holder in its task.", key: "k", role: "holder", until: killed },
    { say: "freeze the holder past its session.", key: "f", role: "holder", until: frozen },
    { say: "wake it: it is told before it writes.", key: "w", until: awake },
    { say: "take the lock away, and count the lost updates.", key: "l", until: ({ lock }) => lock?.locking === false || Boolean(lock?.before) },
  ],
  tour: () => import("./tour.js"),
};

function hasLock(view) {
  return Boolean(view.lock);
}

/** Return when the holder's fault happened, until the next client holds the lock. A release is routine: one per task. */
function moment({ lock: shown }) {
  const { ending, handover } = shown ?? {};
  if (ending) return ending.fault === "release" ? null : { at: ending.at, until: Infinity };
  if (!handover || handover.fault === "release") return null;
  return { at: handover.at - handover.last_ms / 1000, until: handover.at };
}

/** Return who has each role, by ZooKeeper's queue; there is none while the lock is taken away. */
function roles({ lock: shown }) {
  const chain = shown?.chain ?? [];
  const waiting = chain.slice(1);
  return [
    ["holder", chain[0]],
    ["next", waiting[0]],
    ["last", waiting.at(-1)],
  ].map(([role, held]) => ({ role, id: held?.candidate ?? null, label: held?.name }));
}

function Help() {
  return html`
    <p>Each client reads the number in the <b>file</b>, works for a while, and writes the number plus one; then it
      deletes its znode, and it is the next client's turn. The owner of the lowest znode holds the lock. Freeze the
      holder past its session and wake it: it is told that it has lost the lock before it writes.</p>
    <p>The <b>switch</b> takes the lock away: all work at once, read the same number and write the same number plus
      one. The updates missing in the file are the <b class="tone-dead">lost updates</b>.</p>
  `;
}
