// A queue of work: who puts items in, what waits, who has which item in its hands, what is done.
import { html } from "../html.js";
import { steps } from "../tour/queue.js";
import { Checks } from "./checks.js";
import { Account } from "./queue/account.js";
import { Bar, putItems, startQueue } from "./queue/bar.js";
import { Board, Legend } from "./queue/board.js";
import { AnotherQueue } from "./queue/dialogs.js";
import { processesOf, roles } from "./queue/people.js";
import { TONES, WORDS } from "./queue/words.js";
import { Servers } from "./servers.js";
import { Story } from "./story.js";
import { join } from "../paths.js";

const CHECKS = {
  none_lost: ["no item lost", "Every item that was put in is done, or is there"],
  done_once: ["each done once", "Nobody has taken out what somebody else had taken out"],
  one_hand: ["one hand an item", "Never two that work on one item and whose session lasts by their own clock"],
};

export const queue = {
  id: "queue",
  title: "Queue",
  component: QueueView,
  subject: { name: "queue", section: "queues" },
  places: ({ queue: shown }) => (shown ? [shown.path, ...LISTS.map((list) => join(shown.path, list))] : []),
  recipe: () => "queue",
  candidates: processesOf,
  roles,
  keys: [
    { key: "1", does: "start one producer", run: (view) => startQueue(view, "start-1", 1, 0) },
    { key: "3", does: "start three consumers", run: (view) => startQueue(view, "start-3", 0, 3) },
    { key: "i", does: "put five items in at once", when: hasQueue, run: (view) => putItems(view) },
  ],
  choices: { queueTask: 2, queueEvery: 2 },
  dialogs: { "another-queue": AnotherQueue },
  help: Help,
  words: WORDS,
  tones: TONES,
  tour: steps,
};

const LISTS = ["items", "claims", "line", "producers"];

function hasQueue(view) {
  return Boolean(view.queue);
}

function QueueView(view) {
  return html`
    <${Story} election=${view.queue ?? NO_QUEUE} clock=${view.clock} />
    <${Bar} ...${view} />
    ${view.queue && html`<${Account} queue=${view.queue} />`}
    <${Board} ...${view} />
    <${Servers} ...${view} />
    <${Legend} />
    <div class="foot">${view.queue && html`<${Checks} of=${view.queue} words=${CHECKS} />`}</div>
  `;
}

const NO_QUEUE = { story: ["Nothing is in the queue yet. Start two producers and three consumers."] };

function Help() {
  return html`
    <p>A <b>producer</b> puts items into the queue; a <b>consumer</b> takes the lowest free one, works, and takes it out.
      While it works, an ephemeral <b>claim</b> says whose the item is. When the consumer dies, its session ends, and
      with it the claim: the item is <b class="tone-wait">back in the queue</b>, and somebody else does it.</p>
    <p>Each claim raises the item's version. A consumer that was frozen and wakes too late asks ZooKeeper to delete the
      item of a version that is no more: nothing happens, and <b>each item is done once</b>. Whoever finds nothing stands
      in the line; the first in the line alone watches the items.</p>
  `;
}
