// A double barrier: who waits for whom before all enter, who is inside, who waits before all leave.
import { html } from "../../html.js";
import { killed, live } from "../../kit/hint.js";
import { later } from "../../kit/later.js";
import { mark, watch } from "../../kit/legend.js";
import { Subject } from "../../views/subject.js";
import { FIRST, Size, controls, startProcesses } from "./bar.js";
import { processesOf, roles } from "./people.js";
import { znodesOf } from "./znodes.js";

const Board = later(() => import("./board.js"), "Board");
const Rounds = later(() => import("./rounds.js"), "Rounds");
const Round = later(() => import("./rounds.js"), "Round");

const CHECKS = {
  in_together: ["nobody enters early", "No process enters a round before all of its processes are there"],
  out_together: ["nobody leaves early", "No process leaves a round while another live process still works in it"],
};

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "barrier",
  title: "Barrier",
  group: "work",
  component: Subject,
  round: Round,
  subject: { name: "barrier", section: "barriers", thing: "barrier", znodes: znodesOf, lists: ["processes", "ready"], wordOf: ({ size }) => `${size} together` },
  recipe: () => "barrier",
  candidates: processesOf,
  roles,
  keys: [
    { key: "1", does: "start one process", run: (view) => startProcesses(view, 1) },
    { key: "4", does: "start four processes", run: (view) => startProcesses(view, 4) },
  ],
  choices: { barrierSize: 4, barrierTask: 3 },
  controls,
  board: Board,
  legend: () => [
    [mark("item-sample waiting"), "waits at a gate"],
    [mark("item-sample claimed"), "inside: at work"],
    [mark("znode-sample"), "its ephemeral znode exists"],
    [watch("reported"), "watch: waits for it"],
  ],
  work: Rounds,
  checks: CHECKS,
  first: {
    path: FIRST,
    story: ["Nobody is at the barrier yet. Start four processes: they pass it together."],
    nobody: (path) => html`Nobody is at the barrier <code>${path}</code>.`,
    watching: "Processes appear here as soon as they come.",
    says: "They enter together, each works for its own time, and they leave together. Then the next round begins.",
    button: "Start four processes",
    busy: "start-4",
    start: (view, { path }) => startProcesses(view, 4, path),
  },
  another: {
    label: "Path of the barrier",
    note: "This starts four processes.",
    more: (view) => html`<p><${Size} ...${view} /></p>`,
    start: (view, { path }) => startProcesses(view, 4, path, view.chosen.barrierSize),
  },
  help: Help,
  hints: [
    { say: "start four processes: they enter together.", key: "4", until: live(2) },
    { say: "wait until a round is over: they leave together.", until: ({ barrier }) => (barrier?.round ?? 0) > 1 },
    { say: "now kill one while it is inside: the others wait for it.", key: "k", role: "inside", until: killed },
    { say: "start another in its place.", key: "1", until: live(4) },
  ],
  tour: () => import("./tour.js"),
};

function Help() {
  return html`
    <p>Each process has a lane. It comes to the first gate, creates an ephemeral znode and <b class="tone-wait">waits</b>.
      When enough are there, one of them creates <code>ready</code>, in one transaction that checks that all znodes still exist:
      all enter at once. A process that comes after that is too late, and waits for the next round.</p>
    <p><b class="tone-lead">Inside</b> each works for its own time. A process that is done deletes its znode and waits at the second
      gate: the first of them waits for the last, the others wait for the first. Kill one inside: the others wait until
      ZooKeeper has ended its session.</p>
  `;
}
