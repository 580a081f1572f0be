// The controls: which place, how many sites and coordinators to start, the next transaction, and actions on one process.
import { html } from "../../html.js";
import { Do, Select } from "../../kit/controls/elements.js";
import { startBy, whyFull } from "../../kit/controls/start.js";
import { coordinatorsOf, restartable, sitesOf } from "./people.js";

export const FIRST = "/commit";
const PAUSES = [0, 3, 10, 30];
const PATIENCE = [4, 8, 20, 60];

/** With the first sites comes a coordinator. */
export function startSites(view, count, path = view.commit?.path ?? FIRST) {
  const isNew = path !== view.commit?.path;
  const coordinators = count > 1 && (isNew || !living(view)) ? 1 : 0;
  return start(view, `start-${count}`, { path, sites: count, coordinators });
}

export function startCoordinator(view) {
  return start(view, "start-coordinator", { path: view.commit?.path ?? FIRST, sites: 0, coordinators: 1 });
}

function start(view, name, body) {
  const { timeout, commitPatience: patience } = view.chosen;
  return startBy(view, body.sites + body.coordinators, name, "commits", { ...body, session_timeout: timeout, patience });
}

function living(view) {
  return coordinatorsOf(view).some(({ candidate }) => candidate.process !== "exited");
}

/** The next transaction: with the pause, and the site that votes no, that are chosen. */
export function begin(view, more = {}) {
  const { commit, chosen, actions } = view;
  const refuses = Object.hasOwn(commit?.sites ?? {}, chosen.commitRefuses) ? chosen.commitRefuses : null;
  const body = { path: commit?.path ?? FIRST, refuses, pause: chosen.commitPause, ...more };
  const why = whyNotBegin(view);
  const newest = Math.max(0, ...Object.values(commit?.transactions ?? {}).map(({ number }) => number));
  return why ? actions.unless(why) : actions.changeOnce(`commit ${body.path}`, newest, "begin", "POST", "commits/transactions", body);
}

export function restart(view) {
  const one = restartable(view);
  const why = one ? whyFull(view.state, 1) : "No site has ended";
  const body = { path: view.commit?.path, session_timeout: view.chosen.timeout };
  return view.actions.unless(why, "restart", "POST", `commits/sites/${one?.site}/restart`, body);
}

export const controls = {
  starts: (view) => [
    { name: "start-1", word: "+1", what: "site", title: "Start one more site (1)", why: whyFull(view.state, 1), run: () => startSites(view, 1) },
    { name: "start-3", word: "+3", what: "sites", title: "Start three sites, and a coordinator if there is none (3)", why: whyFull(view.state, 3), run: () => startSites(view, 3) },
    { name: "start-coordinator", word: "+ coordinator", title: "Start a coordinator, which stands by (n)", why: whyFull(view.state, 1), run: () => startCoordinator(view) },
  ],
  settings: Terms,
  verbs: (view) => html`<${Do} page=${view.page} name="begin" look="primary" why=${whyNotBegin(view)} run=${() => begin(view)}
    title="Begin a transaction: the site that has the most pays 10 to each of the others (i)">begin<//>`,
  own: () => 1,
  more: Again,
};

/** Draw what holds for the next transaction. */
function Terms(view) {
  return html`
    <${Select} ...${view} choice="commitRefuses" among=${["", ...sitesOf(view).map(({ site }) => site)]} word="votes no" testid="refuses" title="Which site votes no"
      say=${(site) => site || "nobody"} />
    <${Select} ...${view} choice="commitPause" among=${PAUSES} word="pause" testid="pause"
      title="How long the coordinator waits between the votes and its decision: time to kill it there" />
    ${!view.commit && html`<${Select} ...${view} choice="commitPatience" among=${PATIENCE} word="votes within" testid="patience"
      title="After this time, a vote that is missing counts as abort" />`}
  `;
}

const isReady = ({ candidate }) => candidate.lifecycle === "running" && ["standing by", "coordinating"].includes(candidate.belief ?? "");
const hasAccount = ({ known }) => typeof known.balance === "number";

export function whyNotBegin(view) {
  if (view.commit?.undecided) return `${view.commit.undecided} is undecided: wait for it`;
  if (!living(view)) return "No coordinator runs: start one first";
  if (!coordinatorsOf(view).some(isReady)) return "No coordinator stands by yet: wait for it";
  return sitesOf(view).filter(hasAccount).length < 2 ? "Money moves between two sites at least: start some" : null;
}

function Again(view) {
  const one = restartable(view);
  return one && html`<${Do} page=${view.page} name="restart" testid="commit-restart" run=${() => restart(view)}
    title=${`Start ${one.site} again, on the ledger that it has (r)`}>restart ${one.site}<//>`;
}
