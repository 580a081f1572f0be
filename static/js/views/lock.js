// A lock: who holds it and works on the file, who waits for it, and what it is good for.
import { html } from "../html.js";
import { steps } from "../tour/lock.js";
import { Checks } from "./checks.js";
import { Bar, startClients, switchLock } from "./lock/bar.js";
import { AnotherLock } from "./lock/dialogs.js";
import { SharedFile } from "./lock/file.js";
import { Queue, QueueLegend, clientsOf } from "./lock/queue.js";
import { Times } from "./lock/times.js";
import { TONES, WORDS } from "./lock/words.js";
import { Servers } from "./servers.js";
import { Story } from "./story.js";

const VERDICTS = {
  one_holder: ["one holder", "Never two that believe they hold the lock and whose session lasts by their own clock"],
  fifo: ["in order", "Nobody holds the lock by a znode that stands behind another one, and nobody who came first was passed over"],
  no_lost_update: ["no lost update", "The file has grown by as many as tasks were finished"],
};

export const lock = {
  id: "lock",
  title: "Lock",
  component: LockView,
  subject: { name: "lock", section: "locks" },
  recipe: () => "lock",
  candidates: clientsOf,
  moment,
  roles,
  keys: [
    { key: "1", does: "start one client", run: (view) => startClients(view, 1) },
    { key: "3", does: "start three clients", run: (view) => startClients(view, 3) },
    { key: "5", does: "start five clients", run: (view) => startClients(view, 5) },
    { key: "l", does: "take the lock away, or give it back", when: hasLock, run: switchLock },
  ],
  choices: { lockTask: 1, lockLimit: null },
  dialogs: { "another-lock": AnotherLock },
  help: Help,
  words: WORDS,
  tones: TONES,
  tour: steps,
};

function hasLock(view) {
  return Boolean(view.lock);
}

/** What befell the holder, until the next one holds the lock. A release is routine: there is one for each task. */
function moment({ lock: shown }) {
  const { ending, handover } = shown ?? {};
  if (ending) return ending.fault === "release" ? null : { at: ending.at, until: Infinity };
  if (!handover || handover.fault === "release") return null;
  return { at: handover.at - handover.last_ms / 1000, until: handover.at };
}

/** By the queue, as ZooKeeper has it; there is none while the lock is taken away. */
function roles({ lock: shown }) {
  const chain = shown?.chain ?? [];
  const waiting = chain.slice(1);
  return [
    ["holder", chain[0]],
    ["next", waiting[0]],
    ["last", waiting.at(-1)],
  ].map(([role, held]) => ({ role, id: held?.candidate ?? null, label: held?.name }));
}

function LockView(view) {
  return html`
    <${Story} election=${view.lock ?? NO_LOCK} clock=${view.clock} />
    <${Bar} ...${view} />
    ${view.lock && html`<${SharedFile} ...${view} />`}
    <${Queue} ...${view} />
    <${Servers} ...${view} />
    <${QueueLegend} />
    <div class="foot">
      ${view.lock && html`<${Times} ...${view} /><${Checks} of=${view.lock} words=${VERDICTS} />`}
    </div>
  `;
}

const NO_LOCK = { story: ["Nobody wants a lock yet. Start three clients, and see them take turns."] };

function Help() {
  return html`
    <p>Each client reads the number in the <b>file</b>, works for a while, and writes the number plus one; then it
      deletes its znode, and the next one's turn has come. Whoever owns the lowest znode holds the lock. Freeze the
      holder past its session and wake it: it is told that it has lost the lock before it writes.</p>
    <p>The <b>switch</b> takes the lock away: all work at once, read the same number and write the same number plus
      one. What is missing in the file are the <b class="tone-dead">lost updates</b>.</p>
  `;
}
