// A group: who belongs to it, who is live, and what each of them believes.
import { html } from "../../html.js";
import { awake, frozen, killed, live } from "../../kit/hint.js";
import { later } from "../../kit/later.js";
import { lanes, mark } from "../../kit/legend.js";
import { walkingKeys } from "../../kit/nodes.js";
import { join } from "../../paths.js";
import { Subject } from "../../views/subject.js";
import { START, askToForget, controls, restart, startNodes } from "./bar.js";
import { candidatesOf, chosenNode, nodesOf, roles } from "./nodes.js";
import { znodesOf } from "./znodes.js";

const Board = later(() => import("./board.js"), "Board");
const Changes = later(() => import("./changes.js"), "Changes");
const Forget = later(() => import("./dialogs.js"), "Forget");
const Round = later(() => import("./changes.js"), "Round");

const LISTS = ["all_nodes", "live_nodes"];
const SHOWN_WORDS = {
  live_is_true: [
    "who believes it is live is listed",
    "Each node that believes it is live is in live_nodes, with its own session; a node that left is not there",
  ],
  all_are_told: ["told of a change within 1 s", "Each member's own list is correct at most a second after live_nodes changes. Until the znode of a dead member goes, all of them count it as live"],
};

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "members",
  title: "Members",
  group: "members",
  component: Subject,
  round: Round,
  subject: { name: "group", section: "groups", thing: "group", znodes: znodesOf, lists: LISTS, wordOf: ({ live, known }) => `${live} of ${known} listed as live` },
  recipe: () => "membership",
  candidates: candidatesOf,
  roles,
  outlived: true,
  keys: [
    ...START.map((count) => ({
      key: String(count),
      does: count === 1 ? "start one node" : `start ${count === 5 ? "five" : count} nodes`,
      run: (view) => startNodes(view, count),
    })).slice(0, 2),
    { key: "r", does: "restart the chosen node, otherwise the one that went down last", run: (view) => restart(view) },
    { key: "a", does: "restart it, and replace its old live znode at once", run: (view) => restart(view, true) },
    { key: "x", does: "forget the chosen node, if it is down", run: (view) => askToForget(view) },
    ...walkingKeys("node", ({ group }) => nodesOf(group), chosenNode),
  ],
  choices: { node: null },
  addressed: ["node"],
  dialogs: { "forget-node": Forget },
  within: { node: null },
  controls,
  opens: (path) => LISTS.map((list) => join(path, list)),
  board: Board,
  legend: () => [
    ...lanes("what each one believes"),
    [mark("sample live"), "live: an ephemeral znode of a live session"],
    [mark("sample fading"), "its session runs out"],
    [mark("sample ghost"), "ghost: the znode of an earlier session"],
    [mark("sample gone"), "down: only its entry is left"],
  ],
  work: Changes,
  checks: SHOWN_WORDS,
  first: {
    path: "/",
    story: ["No group has members yet. Start five nodes, then kill one."],
    nobody: () => "This group has no members.",
    watching: "Nodes appear here as soon as one registers.",
    says: "Start a node: a process that registers permanently, and announces itself as long as its session lasts.",
    button: "Start five nodes",
    busy: "start-5",
    start: (view) => startNodes(view, 5),
  },
  another: {
    title: "Follow a group",
    label: "Path above its all_nodes and live_nodes",
    note: "If they do not exist yet, the first node that joins creates them.",
    does: "Follow",
    testid: "follow-group",
    pattern: "/.*",
    busy: "follow-group",
    start: ({ actions }, { path }) => actions.attempt("follow-group", "POST", "groups", { path, count: 0 }),
  },
  help: Help,
  hints: [
    { say: "start five nodes.", key: "5", until: live(2) },
    { say: "now kill one, and see when the others are told.", key: "k", until: killed },
    { say: "freeze another past its session.", key: "f", until: frozen },
    { say: "wake it: what does it find?", key: "w", until: awake },
  ],
  tour: () => import("./tour.js"),
};

function Help() {
  return html`
    <p>A <b>node</b> is a name that outlives its processes. Its entry in <code>all_nodes</code> is persistent: the group
      never forgets it. Its znode in <code>live_nodes</code> is ephemeral: it ends with the session of the process that
      created it. Above are the processes and what each <b>believes</b>; below is what is <b>true</b> in ZooKeeper.</p>
    <p>All members watch both lists, so all are notified of every change, and read the list again. Kill a node and
      restart it before its session has run out: the live znode that is still there is its own <b>ghost</b>.</p>
  `;
}
