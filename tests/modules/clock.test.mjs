// The server's clock, as a browser can know it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createClock } from "../../static/js/clock.js";

function clockAt(start) {
  const local = { now: start };
  return [createClock(() => local.now), local];
}

test("the fastest message says how late it is", () => {
  const [clock, local] = clockAt(10);
  clock.take(99.5);
  clock.take(99.9);
  local.now = 11;
  clock.take(100.2);
  assert.equal(clock.now().toFixed(3), "100.900");
});

test("it stands while no message comes, and goes on with the next", () => {
  const [clock, local] = clockAt(0);
  clock.take(50);
  clock.hold();
  local.now = 5;
  assert.equal(clock.now(), 50);
  clock.take(55);
  local.now = 6;
  assert.equal(clock.now(), 56);
});

test("a moment has a time of day as soon as a message has said it", () => {
  const [clock] = clockAt(0);
  assert.equal(clock.wallOf(1), null);
  clock.take(10, 1_700_000_010);
  assert.equal(clock.wallOf(12), 1_700_000_012);
  assert.equal(clock.wallOf(undefined), null);
});

test("all that is drawn between two beats shows one moment", () => {
  const [clock, local] = clockAt(0);
  clock.take(50);
  clock.beat();
  local.now = 0.09;
  assert.deepEqual([clock.now(), clock.exact()], [50, 50.09]);
  clock.beat();
  assert.equal(clock.now(), 50.09);
});

test("what beats before the first message does not hold back what that says", () => {
  const [clock] = clockAt(7);
  clock.beat();
  clock.take(50);
  assert.equal(clock.now(), 50);
});
