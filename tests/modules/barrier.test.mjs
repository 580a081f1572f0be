// Where the picture of a barrier places its processes.
import assert from "node:assert/strict";
import { test } from "node:test";

import { peopleOf } from "../../static/js/recipes/barrier/people.js";

const clock = { now: () => 100 };

function stageOf(process, stage, { stands = true, members = [] } = {}) {
  const candidate = { process, session_ends: 104 };
  const processes = stands ? { n_1: { round: 2, candidate: "c1" } } : {};
  const barrier = /** @type {any} */ ({ people: { c1: { stage, round: 1 } }, processes, ready: { "round-2": { members } } });
  return peopleOf({ state: /** @type {any} */ ({ candidates: { c1: candidate } }), barrier, clock })[0].stage;
}

test("one that died once its round had begun is inside, whether it could say so or not", () => {
  assert.equal(stageOf("exited", "inside"), "inside");
  assert.equal(stageOf("exited", "inside", { stands: false }), "inside");
  assert.equal(stageOf("exited", "entering", { members: ["n_1"] }), "inside");
});

test("one that died before is at the gate, or outside", () => {
  assert.equal(stageOf("exited", "entering"), "waiting");
  assert.equal(stageOf("exited", "entering", { stands: false }), "outside");
  assert.equal(stageOf("running", "entering", { members: ["n_1"] }), "waiting");
});
