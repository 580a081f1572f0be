// A two-phase commit: who coordinates, how each site has voted, what was decided, who is in doubt, what the accounts hold.
import { html } from "../../html.js";
import { killed, live } from "../../kit/hint.js";
import { later } from "../../kit/later.js";
import { mark, stroke, watch } from "../../kit/legend.js";
import { join } from "../../paths.js";
import { Subject } from "../../views/subject.js";
import { FIRST, begin, controls, restart, startCoordinator, startSites } from "./bar.js";
import { candidatesOf, coordinatorsOf, latestOf, roles } from "./people.js";
import { znodesOf } from "./znodes.js";

const Board = later(() => import("./board.js"), "Board");
const Transactions = later(() => import("./transactions.js"), "Transactions");
const Round = later(() => import("./transactions.js"), "Round");

const CHECKS = {
  one_decision: ["at most one decision", "All sites carry out the same decision, and it is the transaction's"],
  decision_follows_votes: ["decided as voted", "With one vote against it a transaction is aborted; with all votes for it, it is committed"],
  no_commit_without_all_votes: ["no commit without all votes", "Every committed transaction has the vote of every site"],
  in_doubt_waits: ["who is in doubt waits", "A site that has voted for it carries out nothing before the decision"],
  doubt_ends: ["doubt ends", "A site that is connected carries out what was decided within thirty seconds: it is not in doubt for ever"],
  sum_stays: ["the sum stays", "The accounts together hold as much as they were opened with, counting what is decided and not yet carried out"],
};

/** @type {import("../../view.js").ViewDefinition} */
export const view = {
  id: "commit",
  title: "Commit",
  group: "work",
  component: Subject,
  round: Round,
  subject: { name: "commit", section: "commits", thing: "two-phase commit", znodes: znodesOf, wordOf: ({ sites }) => `${Object.keys(sites ?? {}).length} sites` },
  places: ({ commit }) => (commit ? [commit.path, ...namesOf(commit).map((name) => join(commit.path, name))] : []),
  recipe: () => "coordinator",
  candidates: candidatesOf,
  roles,
  keys: [
    { key: "1", does: "start one site", run: (view) => startSites(view, 1) },
    { key: "3", does: "start three sites, and a coordinator if there is none", run: (view) => startSites(view, 3) },
    { key: "n", does: "start a coordinator, which stands by", run: startCoordinator },
    { key: "i", does: "begin a transaction", run: (view) => begin(view) },
    { key: "r", does: "start again the site that ended last", run: restart },
  ],
  choices: { commitRefuses: "", commitPause: 0, commitPatience: 8 },
  controls,
  board: (view) => html`<${Board} ...${view} latest=${latestOf(view.commit)} />`,
  legend: () => [
    [stroke("vote-sample is-commit"), "votes commit"],
    [stroke("vote-sample is-abort"), "votes abort"],
    [mark("doubt-sample"), "in doubt: has promised, waits"],
    [stroke("decision-sample"), "the decision; dashed until a site has carried it out (✓)"],
    [watch("reported"), "watch"],
  ],
  work: Transactions,
  checks: CHECKS,
  first: {
    path: FIRST,
    story: ["Nobody is here. Start three sites and a coordinator: money moves between the sites' accounts, at all of them or at none."],
    nobody: (path) => html`Nobody is at <code>${path}</code>.`,
    watching: "Sites and coordinators appear here as soon as they come.",
    says: "Money moves between the accounts of the sites: at all of them, or at none. Kill the coordinator between the votes and the decision.",
    button: "Start three sites and a coordinator",
    busy: "start-3",
    start: (view, { path }) => startSites(view, 3, path),
  },
  another: { label: "Path of its transactions", note: "This starts three sites and a coordinator." },
  help: Help,
  hints: [
    { say: "start three sites and a coordinator.", key: "3", until: live(3) },
    { say: "now begin a transaction.", key: "i", when: coordinates, until: ({ commit }) => Object.keys(commit?.transactions ?? {}).length > 0 },
    { say: "choose a pause, begin another, and kill the coordinator before it decides.", key: "k", role: "coordinator", when: coordinates, until: killed },
    { say: "start another coordinator: it finishes what is undecided, and begins what comes next.", key: "n", when: (view) => view.commit.undecided || !coordinates(view), until: (view) => !view.commit.undecided && coordinates(view) },
  ],
  tour: () => import("./tour.js"),
};

function namesOf({ transactions }) {
  return Object.keys(transactions ?? {});
}

function Help() {
  return html`
    <p>Each <b>site</b> keeps its account in its own file. A transaction moves money from one of them to the others: at
      all of them, or at none. The <b>coordinator</b> creates a znode for it, and an empty one for each site. A site
      prepares its ledger, and writes its vote into its znode. The coordinator reads the votes, and writes the decision
      into the transaction: one write, which ZooKeeper refuses if a vote or another decision has come meanwhile.</p>
    <p>A site that has voted <b class="tone-lead">commit</b> is <b class="tone-behind">in doubt</b> until it has read the decision: it
      may neither commit nor abort by itself. Choose a pause, begin a transaction, and kill the coordinator before it
      decides: all wait until another one comes, and decides by the votes in ZooKeeper.</p>
  `;
}

/** Tell whether a coordinator runs, and is not just being killed. */
function coordinates(view) {
  return coordinatorsOf(view).some(({ candidate: { process, fault } }) => process === "running" && fault?.kind !== "kill");
}
