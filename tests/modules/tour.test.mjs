// The tour goes on naming what a step began with, although the reader has done to it what the step asks for.
import assert from "node:assert/strict";
import { test } from "node:test";

import { steps as commit } from "../../static/js/recipes/commit/tour.js";
import { steps as config } from "../../static/js/recipes/configuration/tour.js";
import { steps as election } from "../../static/js/recipes/election/tour.js";
import { steps as lock } from "../../static/js/recipes/lock/tour.js";
import { steps as members } from "../../static/js/recipes/membership/tour.js";
import { steps as names } from "../../static/js/recipes/naming/tour.js";
import { steps as queue } from "../../static/js/recipes/queue/tour.js";
import { steps as sharedlock } from "../../static/js/recipes/sharedlock/tour.js";
import { createGuide } from "../../static/js/tour/guide.js";
import { partsOf } from "../../static/js/tour/steps.js";
import { steps as lesson } from "../../static/js/znodes/console/lesson.js";

const step = (steps, id) => steps.find((one) => one.id === id);

test("the site that was to be killed is named after its death, too", () => {
  const candidates = { c1: { process: "running" }, c2: { process: "running" } };
  const view = { state: { candidates }, commit: { sites: { s1: { candidate: "c1" }, s2: { candidate: "c2" } }, transactions: {} }, chosen: {} };
  const { note, do: task, point } = step(commit, "before");
  const noted = note(view);
  assert.match(task(view, noted), /^Kill s2/);
  assert.equal(point(view, noted), "site-s2");
  assert.equal(point({ ...view, chosen: { candidate: "c2" } }, noted), "action-kill");
  candidates.c2.process = "exited";
  assert.match(task(view, noted), /^Kill s2/);
  assert.equal(point(view, noted), "begin");
});

test("a member that is back keeps its name in the text", () => {
  const say = step(members, "restart").say({ group: { nodes: {} } }, { id: "n2", lives: 1 });
  assert.equal(say[0].who, "n2");
});

test("who has no item is not a consumer that works", () => {
  const { until } = step(queue, "claim");
  const view = (candidate) => ({ queue: { items: { "item-1": { state: "claimed", claim: { candidate: "c4" } } } }, chosen: { candidate } });
  assert.deepEqual(["c3", null, "c4"].map((id) => until(null, view(id))), [false, false, true]);
});

test("who was done before it froze is not meant: nothing of it would be refused, and the step never be ticked", () => {
  const state = { candidates: { c1: { process: "paused", belief: "working" } } };
  const freezes = (steps, view) => step(steps, "freeze").until(state, { state, ...view }, null);
  const locked = (tasks) => freezes(lock, { lock: { holds: { c1: 1 }, tasks, chain: [{ candidate: "c2" }] } });
  const queued = (item) => freezes(queue, { queue: { consumers: { c1: { item: "i" } }, items: { i: item } } });
  assert.deepEqual([{ c1: {} }, {}].map(locked), [true, false]);
  const items = [
    { state: "waiting", claim: null, ended_by: null },
    { state: "claimed", claim: { candidate: "c2" } },
    { state: "done", claim: null, ended_by: "c1" },
    { state: "gone", claim: null, ended_by: null },
  ];
  assert.deepEqual(items.map(queued), [true, true, false, false]);
});

test("where nobody leads the step of the crown starts some", async () => {
  const { run, do: task } = step(election, "crown");
  const chosen = [];
  const view = { election: { path: "/e", leader: null, chain: [] }, chosen: { timeout: 4 }, state: { candidates: {} } };
  const actions = new Proxy({}, { get: () => () => chosen.push("start") });
  await run({ ...view, actions, choose: (one) => chosen.push(one) });
  assert.equal(chosen[0], "start");
  assert.match(typeof task === "function" ? task(view) : task, /Nobody leads/);
});

test("who was down before does not tick that everybody is told", () => {
  const down = { process: "exited", live: false, standing: "down" };
  const fading = { process: "exited", live: true, standing: "fading" };
  const { until } = step(members, "told");
  const told = (n2) => until({}, { group: { nodes: { n1: down, n2 }, changes: [] } }, { down: 0 });
  assert.deepEqual([fading, down].map(told), [false, true]);
});

test("the lesson begins at the root, if the chosen znode is gone", () => {
  const begins = (znode, known) => {
    let chosen = znode;
    const tree = { indexOf: (path) => known.indexOf(path), mark: () => null };
    step(lesson, "open").note({ chosen: { znode }, tree, choose: (changes) => (chosen = changes.znode) });
    return chosen;
  };
  assert.equal(begins("/election/35c1", ["/", "/election"]), null);
  assert.equal(begins("/election", ["/", "/election"]), "/election");
});

/** Return a view whose candidates report to `tell`, and what was asked of the dashboard. */
function lockWith(tasks, holds, processes, now = 0) {
  const candidates = Object.fromEntries(Object.entries(processes).map(([id, process]) => [id, { path: "/lock", process }]));
  const asked = [];
  const attempt = async (_name, _method, path, body) => asked.push(body ? [path, body.count] : path);
  const actions = { attempt, unless: async (_why, ...given) => attempt(...given) };
  const told = new Set();
  const view = { state: { candidates }, lock: { path: "/lock", chain: [], holds, tasks, waits: {}, locking: true }, chosen: {}, actions, asked };
  return Object.assign(view, { clock: { now: () => now }, now: () => view, hear: (one) => (told.add(one), () => told.delete(one)), tell: () => told.forEach((one) => one([])) });
}

const TASK = { began: 0, ends: 1 };

test("the step freezes who is in its task as it is asked, and not who has just released the lock", async () => {
  const view = lockWith({}, { c1: 0 }, { c1: "running", c2: "running", c3: "running" });
  const struck = step(lock, "freeze").run(view, null);
  await Promise.resolve();
  assert.deepEqual(view.asked, []);
  view.lock.holds = { c2: 0 };
  view.lock.tasks = { c2: TASK };
  view.tell();
  await struck;
  assert.deepEqual(view.asked, ["candidates/c2/pause"]);
});

test("where too few are left to follow, others are started before one is struck; nothing is struck once the step is left", async () => {
  const view = lockWith({ c1: TASK }, { c1: 0 }, { c1: "running", c2: "paused", c3: "exited" });
  assert.match(step(lock, "freeze").do(view), /^Too few clients run/);
  view.now = () => null;
  await step(lock, "freeze").run(view, null);
  assert.deepEqual(view.asked, [["locks", 3]]);
});

test("a client whose task is nearly over is not struck: it would be done before", async () => {
  const view = lockWith({ c1: TASK }, { c1: 0 }, { c1: "running", c2: "running", c3: "running" }, 0.9);
  step(lock, "kill").run(view, null);
  await new Promise((done) => setTimeout(done, 0));
  assert.deepEqual(view.asked, []);
});

test("a configuration's change has come to all that can read it, although one is frozen", () => {
  const subscribers = { s1: { process: "running", standing: "current" }, s2: { process: "paused", standing: "behind" } };
  const view = { configuration: { subscribers, counted: 2 } };
  assert.equal(step(config, "publish").until({}, view, { counted: 1 }), true);
});

test("what was noted is lost where nobody was there, or who is meant has ended another way", () => {
  const candidates = { c1: { process: "exited" }, c2: { process: "paused" } };
  const lost = (steps, id, view, note) => step(steps, id).lost({ state: { candidates }, ...view }, note);
  const chain = [{ candidate: "c2" }];
  const sites = { s1: { candidate: "c1" } };
  const nodes = { n1: { candidate: "c2", process: "running" } };
  assert.deepEqual([null, "c1", "c2"].map((leader) => lost(election, "kill", { election: { chain } }, { leader })), [true, true, false]);
  for (const steps of [lock, sharedlock, queue]) assert.deepEqual([null, "c1", "c2"].map((frozen) => lost(steps, "wake", {}, { frozen })), [true, true, false]);
  assert.deepEqual([null, "s1"].map((site) => lost(commit, "no", { commit: { sites, transactions: {} } }, { site })), [true, true]);
  assert.deepEqual([null, "c1", "c2"].map((candidate) => lost(members, "kill", { group: { nodes } }, { id: "n1", candidate })), [true, true, false]);
  assert.deepEqual([null, "c2"].map((id) => lost(names, "kill", {}, { id })), [true, false]);
});

/**
 * Return the guide through one chapter, what it keeps, what it has said, and the page's view.
 * @param {Record<string, any>[]} steps
 * @param {Record<string, any>} facts
 */
async function guideThrough(steps, facts = {}) {
  const chosen = { view: "one" };
  const said = [];
  const choices = { get: () => chosen, set: (changes) => Object.assign(chosen, changes) };
  const one = { id: "one", title: "One", tour: async () => ({ steps }) };
  /** @type {Record<string, any>} */
  const view = { ...facts, here: one, state: {}, clock: { now: () => 1 }, actions: { toast: (text) => said.push(text) } };
  const guide = createGuide([one], choices, () => view, () => {});
  await guide.begin();
  return { guide, chosen, said, view };
}

test("a note that is lost is taken again, and one step back begins that step again", async () => {
  const kill = { id: "kill", title: "Kill", note: ({ leader }) => ({ leader }), lost: ({ leader }, note) => leader !== note.leader, until: (_, { dead }, note) => dead === note.leader && dead !== null };
  const { guide, view } = await guideThrough([kill, { id: "next", title: "Next" }], { leader: null, dead: null });
  view.leader = "c2";
  guide.look();
  assert.deepEqual(guide.shown().note, { leader: "c2" });
  view.dead = "c2";
  guide.look();
  assert.equal(guide.shown().isDone, true);
  guide.forward();
  view.leader = "c3";
  guide.back();
  assert.deepEqual([guide.shown().isDone, guide.shown().note], [false, { leader: "c3" }]);
});

test("a step that fails ends the tour with a sentence, and what draws goes on", async () => {
  globalThis.reportError = () => {};
  const broken = { id: "broken", title: "Broken", say: "…", note: () => null, until: (_state, _view, { dead }) => dead };
  const { guide, chosen, said } = await guideThrough([broken]);
  guide.look();
  assert.equal(guide.isOpen(), false);
  assert.match(said[0], /^The tour has ended: its step “Broken” failed \(.*\)\. The key g begins it again\.$/);
  assert.equal(said.length, 1);
  Object.assign(chosen.tour, { open: true, done: "of another kind" });
  assert.equal(guide.shown().isDone, false);
});

test("what a step shows is not told before it has happened", () => {
  const say = step(election, "herd-kill").say;
  const view = { election: { strategy: "herd", handoffs: 1, last_handoff: { notifications: 4 } } };
  assert.match(partsOf(say, view, { handoffs: 1 }).join(""), /^Only one .* How many .*\?$/);
  assert.match(partsOf(say, view, { handoffs: 0 }).join(""), /herd effect.* 4 were told/);
  const watch = step(lesson, "watch").say;
  const consoles = (output) => ({ state: { consoles: { k1: { entries: { e1: { at: 1, line: null, output } } } } }, guide: { begun: () => 0 } });
  assert.doesNotMatch(partsOf(watch, consoles([])).join(""), /came by themselves/);
  assert.match(partsOf(watch, consoles(["WatchedEvent type:NodeDataChanged path:/first"])).join(""), /came by themselves/);
});

test("a text names no keys where there is no keyboard", () => {
  const said = ["Press the button, or the keys 1, 1 and 3.", "Click it, or press → until it is chosen, and see.", "Start one (key 1) first.", "Press begin, or press the key n, and wait.", "Kill it (k), and save (Ctrl+S)."];
  assert.deepEqual(partsOf(said, {}, null, false), ["Press the button.", "Tap it, and see.", "Start one first.", "Press begin, and wait.", "Kill it, and save."]);
  assert.deepEqual(partsOf(said, {}, null), said);
});
