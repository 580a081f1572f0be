// The scale on which handoffs are compared.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scaleOf } from "../../static/js/time/listed.js";

test("times that are near each other have true proportions", () => {
  const { isLog, share, ticks } = scaleOf([0, 2, 8]);
  assert.equal(isLog, false);
  assert.deepEqual([0, 2, 4, 8].map(share), [0, 0.25, 0.5, 1]);
  assert.deepEqual(ticks, [0, 2, 4, 6, 8]);
});

test("times that are far apart stand by their magnitude", () => {
  const { isLog, share, ticks } = scaleOf([0, 1, 7, 10_000]);
  assert.equal(isLog, true);
  assert.deepEqual([0, 1, 100, 10_000].map(share), [0, 0, 0.5, 1]);
  assert.deepEqual(ticks, [1, 10, 100, 1000, 10_000]);
});

test("without a time there is no scale", () => {
  assert.deepEqual(scaleOf([0]).ticks, []);
});
