// A queue of work: the producers, the items that wait, the consumers with their items, what is done.
import { html } from "../../html.js";
import { awake, frozen, live } from "../../kit/hint.js";
import { later } from "../../kit/later.js";
import { mark, watch } from "../../kit/legend.js";
import { Subject } from "../../views/subject.js";
import { FIRST, controls, putItems, startQueue } from "./bar.js";
import { processesOf, roles } from "./people.js";
import { znodesOf } from "./znodes.js";

const Account = later(() => import("./account.js"), "Account");
const Board = later(() => import("./board.js"), "Board");
const Round = later(() => import("./round.js"), "Round");

const CHECKS = {
  none_lost: ["no item lost", "Every item that was put in is done, or still exists"],
  done_once: ["no item done twice", "No item was taken out twice"],
  one_hand: ["at most one hand per item", "No two consumers work on one item at the same time while their sessions last by their own clocks"],
};

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "queue",
  title: "Queue",
  group: "work",
  component: Subject,
  round: Round,
  subject: { name: "queue", section: "queues", thing: "queue", znodes: znodesOf, lists: ["items", "claims", "line", "producers"], wordOf: ({ waiting }) => `${waiting} waiting` },
  recipe: () => "queue",
  candidates: processesOf,
  roles,
  keys: [
    { key: "1", does: "start one producer", run: (view) => startQueue(view, "start-1", 1, 0) },
    { key: "3", does: "start three consumers", run: (view) => startQueue(view, "start-3", 0, 3) },
    { key: "i", does: "put five items in at once", run: (view) => putItems(view) },
  ],
  choices: { queueTask: 2, queueEvery: 2 },
  controls,
  board: Board,
  work: Account,
  legend: () => [
    [mark("item-sample waiting"), "waits in the queue"],
    [mark("item-sample claimed"), "in a consumer's hands: an ephemeral claim"],
    [mark("item-sample ghost"), "believed, but its claim is gone"],
    [html`<i class="item-sample given-twice">2×</i>`, "given out again"],
    [watch("reported"), "watch"],
  ],
  checks: CHECKS,
  first: {
    path: FIRST,
    story: ["The queue is empty. Start two producers and three consumers."],
    nobody: (path) => html`No items are in the queue <code>${path}</code>.`,
    watching: "Items appear here as soon as a producer puts one in.",
    says: "Producers put items in, consumers take them out. Kill one with an item in its hands: no item is lost.",
    button: "Start two producers and three consumers",
    busy: "start-first",
    start: (view, { path }) => startQueue(view, "start-first", 2, 3, path),
  },
  another: { label: "Path of the queue", note: "This starts two producers and three consumers." },
  help: Help,
  hints: [
    { say: "start three consumers.", key: "3", until: live(2) },
    { say: "start a producer, or put five items in.", key: "1", until: ({ queue }) => (queue?.put ?? 0) > 0 },
    { say: "now kill a consumer that has an item: another gets it.", key: "k", role: "at work", until: ({ queue }) => (queue?.again ?? 0) > 0 },
    { say: "freeze one in its work, past its session.", key: "f", role: "at work", until: frozen },
    { say: "wake it: its item is done once all the same.", key: "w", until: awake },
  ],
  tour: () => import("./tour.js"),
};

function Help() {
  return html`
    <p>A <b>producer</b> puts items into the queue; a <b>consumer</b> takes the lowest free one, works, and takes it out.
      While it works, an ephemeral <b>claim</b> says who has the item. When the consumer dies, its session ends, and
      its claim disappears: the item is <b class="tone-wait">back in the queue</b>, and another consumer does it.</p>
    <p>Each claim raises the item's version. A consumer that was frozen and wakes too late asks ZooKeeper to delete the
      item at an old version: ZooKeeper refuses, and <b>each item is done once</b>. A consumer that finds nothing
      stands in line; only the first in line watches the items.</p>
  `;
}
