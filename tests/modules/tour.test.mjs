// The tour goes on naming what a step began with, although the reader has done to it what the step asks for.
import assert from "node:assert/strict";
import { test } from "node:test";

import { steps as commit } from "../../static/js/recipes/commit/tour.js";
import { steps as election } from "../../static/js/recipes/election/tour.js";
import { steps as lock } from "../../static/js/recipes/lock/tour.js";
import { steps as members } from "../../static/js/recipes/membership/tour.js";
import { steps as queue } from "../../static/js/recipes/queue/tour.js";
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
