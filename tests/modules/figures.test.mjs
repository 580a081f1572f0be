// Figures that the page works out from those of the state document.
import assert from "node:assert/strict";
import { test } from "node:test";
import { timesEach } from "../../static/js/format.js";
import { FIGURES, figureOf } from "../../static/js/recipes/comparison/strategies.js";

const watches = FIGURES.find(({ name }) => name === "watches");

test("the watches of those who wait are as many in a chain as in a herd", () => {
  assert.equal(figureOf(watches, { n: 20, watches: 39, own: 20 }), 19);
  assert.equal(figureOf(watches, { n: 20, watches: 20, own: 1 }), 19);
});

test("where nobody counted the watches on own znodes, those of who waits are not known", () => {
  assert.equal(figureOf(watches, { n: 20, watches: 39 }), null);
  assert.equal(figureOf(watches, undefined), null);
});

test("how often each was served is said in words", () => {
  assert.equal(timesEach([4, 4, 4]), "4 times each");
  assert.equal(timesEach([1]), "once");
  assert.equal(timesEach([1, 1]), "once each");
  assert.equal(timesEach([0, 3, 1]), "from 0 to 3 times each");
  assert.equal(timesEach([0, 1]), "from 0 to 1 times each");
});
