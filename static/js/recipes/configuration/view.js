// A configuration: what its znode says, its subscribers, and the value that each of them uses.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { awake, frozen, live } from "../../kit/hint.js";
import { later } from "../../kit/later.js";
import { lanes, mark, watch } from "../../kit/legend.js";
import { parentOf } from "../../paths.js";
import { Subject } from "../../views/subject.js";
import { FIRST, START, candidatesOf, controls, roles, startSubscribers } from "./subscribers.js";
import { BeSure, Publish, createAnew, focusValue, publishNext, remove } from "./publish.js";
import { znodesOf } from "./znodes.js";

const Arrivals = later(() => import("../../kit/spread/changes.js"), "Arrivals");
const Changes = later(() => import("../../kit/spread/changes.js"), "Changes");
const Board = later(() => import("./board.js"), "Board");
const Spreading = later(() => import("../../kit/spread/round.js"), "Spreading");

const NO_SUBJECT = "There is no configuration yet: start some subscribers";
const NO_ZNODE = "There is no znode yet: publish a value first";

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "config",
  title: "Config",
  group: "members",
  component: Subject,
  round: (view) => html`<${Spreading} ...${view} of=${view.configuration} word="change" gone="deleted" empty="No change yet." invites="Publish a value." />`,
  subject: { name: "configuration", section: "configurations", thing: "configuration", znodes: znodesOf, wordOf: ({ subscribers }) => plural(Object.keys(subscribers).length, "subscriber") },
  recipe: () => "configuration",
  candidates: candidatesOf,
  roles,
  keys: [
    ...START.slice(0, 2).map((count) => ({
      key: String(count),
      does: count === 1 ? "start one subscriber" : "start five subscribers",
      run: (view) => startSubscribers(view, count),
    })),
    { key: "n", does: "publish a new value, another one each time", when: hasSubject, unless: NO_SUBJECT, run: publishNext },
    { key: "a", does: "delete the znode and create it again, in one transaction", when: hasZnode, unless: NO_ZNODE, run: createAnew },
    { key: "x", does: "delete the znode", when: hasZnode, unless: NO_ZNODE, run: remove },
    { key: "v", does: "type a value to publish", when: hasSubject, unless: NO_SUBJECT, run: focusValue },
  ],
  dialogs: { "config-sure": BeSure },
  controls,
  opens: (path) => [parentOf(path)],
  board: Board,
  legend: () => [
    ...lanes("the value that each one uses"),
    [watch("seen"), "watch, listed by the server"],
    [watch("reported"), "reported"],
    [mark("sample-token"), "notified, it reads the value: drawn 20 times slower"],
    [mark("sample live"), "has the newest"],
    [mark("sample old"), "has an older one"],
  ],
  column: "work",
  work: (view) => html`<${Publish} key=${view.configuration.path} ...${view} /><${Arrivals} ...${view} of=${view.configuration} /><${Changes} ...${view} of=${view.configuration} />`,
  checks: {
    newest_in_use: ["the newest within 2 s", "Each process that runs and watches has the newest value at most two seconds after a change"],
    never_backwards: ["never backwards", "No process goes back to an older value: the mzxid in use only grows"],
  },
  first: {
    path: FIRST,
    story: ["No configuration has subscribers yet. Start five subscribers, and publish a value."],
    nobody: () => "It has no subscribers.",
    watching: "Subscribers appear here as soon as one starts.",
    says: "Start a few: processes that read one znode, and watch it.",
    button: "Start five subscribers",
    busy: "start-5",
    start: (view, { path }) => startSubscribers(view, 5, path),
  },
  another: { label: "Path of its znode", note: "This starts five subscribers. If the znode does not exist, they await its creation." },
  help: Help,
  hints: [
    { say: "start five subscribers.", key: "5", until: live(2) },
    { say: "now publish a value, and see how fast it spreads.", key: "n", until: ({ configuration }) => Object.keys(configuration?.changes ?? {}).length > 0 },
    { say: "freeze one, and publish another value.", key: "f", until: frozen },
    { say: "wake it: it catches up.", key: "w", until: awake },
  ],
  tour: () => import("./tour.js"),
};

function hasSubject({ configuration }) {
  return Boolean(configuration);
}

function hasZnode({ configuration }) {
  return Boolean(configuration?.znode);
}

function Help() {
  return html`
    <p>One znode holds the configuration. Each subscriber reads it with a <b>watch</b>: ZooKeeper tells it of the next
      change, once; it reads again, and watches again. Above is the value that each one has <b>in use</b>; below is what
      the znode says.</p>
    <p>Freeze a subscriber and publish: it lags. Wake it: it reads, and has caught up, no matter what it missed. Delete the
      znode and create it again: its <b>version</b> begins at 0 again, its <b>mzxid</b> never goes back, and decides. The page asks before it replaces a value
      that this dashboard did not publish, and <kbd>n</kbd> never overwrites it.</p>
  `;
}
