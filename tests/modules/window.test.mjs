// The window that lists show: its name in the address, what lies in it, and what is saved.
import assert from "node:assert/strict";
import { test } from "node:test";

import { askedOf, isIn, nameOf, offered, partOf, windowOf } from "../../static/js/time/window.js";

test("a window has a name, whichever end comes first, and the name is read again", () => {
  assert.equal(nameOf(1795487090.5, 1795487087.1234), "1795487087.123-1795487090.5");
  assert.deepEqual(windowOf("1795487087.123-1795487090.5"), { from: 1795487087.123, to: 1795487090.5 });
  for (const name of [null, "", "7", "9-8", "a-b", "1-2-3", "-1-2", "1e3-2e3", "0x1-0x2", "1-99999999999999999999"]) assert.equal(windowOf(name), null, name);
});

test("without a window everything lies in it", () => {
  const window = { from: 100, to: 200 };
  assert.deepEqual([99.9, 100, 200, 200.1].map((wall) => isIn(window, wall)), [false, true, true, false]);
  assert.equal(isIn(null, 5), true);
  assert.deepEqual([askedOf(window), askedOf(null)], [{ begin: 100, end: 200 }, {}]);
});

test("saved is the window, else what the track spans, and up to the latest event only where that ends now", () => {
  assert.deepEqual(partOf(null, { from: 940, to: 1000 }, 1000), { begin: 940 });
  assert.deepEqual(partOf(null, { from: 470, to: 530 }, 1000), { begin: 470, end: 530 });
  assert.deepEqual(partOf({ from: 950, to: 960 }, { from: 940, to: 1000 }, 1000), { begin: 950, end: 960 });
});

test("offered first is a part in which something can have happened", () => {
  assert.equal(offered({ from: 400, to: 1000 }, 100), "550-850");
  assert.equal(offered({ from: 400, to: 1000 }, 960), "970-990"); // the dashboard is young
});
