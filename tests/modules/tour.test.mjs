// The tour goes on naming what a step began with, although the reader has done to it what the step asks for.
import assert from "node:assert/strict";
import { test } from "node:test";

import { steps as commit } from "../../static/js/recipes/commit/tour.js";
import { steps as members } from "../../static/js/recipes/membership/tour.js";
import { steps as queue } from "../../static/js/recipes/queue/tour.js";

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
