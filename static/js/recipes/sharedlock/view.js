// A shared lock: the readers that read together, the writer that writes alone, who waits for whom, and requests for it.
import { html } from "../../html.js";
import { killed, live } from "../../kit/hint.js";
import { later } from "../../kit/later.js";
import { crownSign, glowSign, lanes, term, watch } from "../../kit/legend.js";
import { Subject } from "../../views/subject.js";
import { FIRST, askFor, controls, start, startSome, switchLock } from "./bar.js";
import { answering, clientsOf, entryOf, holdersOf, isDead, waitersOf } from "./people.js";
import { znodesOf } from "./znodes.js";

const SharedFile = later(() => import("./work.js"), "SharedFile");
const Line = later(() => import("./line.js"), "Line");
const Turns = later(() => import("./work.js"), "Turns");
const LastTurns = later(() => import("../lock/work.js"), "Turns");

const CHECKS = {
  writer_alone: ["nobody beside a writer", "While a writer believes that it holds the lock, no other client does, as long as their sessions last by their own clocks"],
  readers_together: ["no reader waits for readers", "A reader with no writer before it holds the lock, and does not wait"],
  watches_the_right_one: ["who waits watches the right one", "A waiting reader watches the next writer before it, a waiting writer the next client of any kind"],
  no_torn_read: ["no torn read", "A reader reads the end of the same text as the beginning"],
  no_lost_update: ["no lost write", "The number in the file has grown by one for each finished write"],
};

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "shared",
  title: "Shared lock",
  group: "locks",
  component: Subject,
  round: (view) => html`<${LastTurns} ...${view} lock=${view.shared} invites="Start three readers and a writer." />`,
  subject: { name: "shared", section: "shared_locks", thing: "shared lock", znodes: znodesOf, chained: true, wordOf: ({ chain }) => `${chain.length} in it` },
  recipe: ({ shared }) => (holdersOf(shared)[0]?.mode === "write" ? "writer" : "reader"),
  candidates: clientsOf,
  roles,
  keys: [
    { key: "1", does: "start one reader", run: (view) => start(view, "reader", 1) },
    { key: "3", does: "start three readers", run: (view) => start(view, "reader", 3) },
    { key: "n", does: "start one writer", run: (view) => start(view, "writer", 1) },
    { key: "y", does: "ask the chosen client, otherwise a holder, to give back the lock", when: meant, unless: "Nobody holds the lock", run: (view) => askFor(view, meant(view)) },
    { key: "l", does: "take the lock away, or give it back", when: ({ shared }) => Boolean(shared), unless: "There is no lock to take away yet: start some clients", run: switchLock },
  ],
  choices: { sharedTask: 5, sharedLimit: null },
  controls,
  board: Line,
  legend: ({ shared }) => [
    ...lanes("what each one believes", shared?.locking === false ? "nobody asks it for the lock" : "whose turn it is"),
    [crownSign(), "the front of the line: it has its turn"],
    [glowSign(), "believes it holds the lock"],
    [watch("seen"), "watch: waits for it, seen"],
    [watch("reported"), term("reported")],
  ],
  work: (view) => html`<${SharedFile} ...${view} /><${Turns} ...${view} />`,
  checks: CHECKS,
  first: {
    path: FIRST,
    story: ["Nobody wants a shared lock yet. Start three readers and a writer: see who reads together, and who waits for whom."],
    nobody: (path) => html`Nobody wants the shared lock <code>${path}</code>.`,
    watching: "Readers and writers appear here as soon as one starts.",
    says: "Start some: real processes. Readers read a file together, a writer adds one to its number, alone.",
    button: "Start three readers and a writer",
    busy: "start-some",
    start: (view, { path }) => startSome(view, { readers: 3, writers: 1 }, "start-some", path),
  },
  another: { label: "Path of the lock", note: "This starts three readers and a writer, with a new file." },
  help: Help,
  hints: [
    { say: "start three readers: they hold it together.", key: "3", until: live(2) },
    { say: "now start a writer: it waits for all of them.", key: "n", until: ({ shared }) => shared?.file.finished > 0 },
    { say: "ask a holder to give it back.", key: "y", role: "holder", when: answering, until: ({ shared }) => Object.values(shared?.turns ?? {}).some(({ gave_back: gave }) => gave > 0) },
    { say: "kill a holder, and see who waits for its session.", key: "k", role: "holder", until: killed },
  ],
  tour: () => import("./tour.js"),
};

/** Return the entry that the key asks; null if none can be asked. */
function meant(view) {
  const { shared, chosen, state } = view;
  if (state.read_only || !shared) return null;
  const entry = chosen.candidate ? entryOf(shared, chosen.candidate) : answering(view);
  return entry && !entry.revoked && !isDead(state, entry) ? entry : null;
}

function roles({ shared }) {
  const [holders, waiting] = [holdersOf(shared), waitersOf(shared)];
  const writer = (shared?.chain ?? []).find(({ mode, candidate }) => mode === "write" && candidate);
  return [
    ["holder", holders[0]],
    ["next", waiting[0]],
    ["writer", writer],
  ].map(([role, entry]) => ({ role, id: entry?.candidate ?? null, label: entry?.name }));
}

function Help() {
  return html`
    <p><b class="tone-lead">Readers</b> hold the lock together: a reader waits only for a writer before it.
      A <b class="tone-lead">writer</b> holds it alone: it waits for all before it. When a writer goes, all
      readers up to the next writer wake at once, and no other client does.</p>
    <p><b>Ask</b> writes <code>unlock</code> into a znode. Its owner watches it, leaves its task unfinished and gives the lock back.
      A frozen owner cannot: then only the end of its session helps.</p>
    <p>The <b>switch</b> takes the lock away. A reader whose file changes while it reads
      has a <b class="tone-dead">torn read</b>; two writers that begin with the same number <b class="tone-dead">lose a
      write</b>.</p>
  `;
}
