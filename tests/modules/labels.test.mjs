// Labels that would touch.
import assert from "node:assert/strict";
import { test } from "node:test";

import { joined } from "../../static/js/kit/stage/labels.js";

const label = (x, more = {}) => ({ texts: [x], word: "NodeDeleted", words: "NodeDeleted 0x7", many: 1, x, y: 33, ...more });
const told = (labels) => joined(labels, 8).map(({ texts, words, many, x }) => ({ texts, words, many, x }));

test("labels with room between them stay as they are", () => {
  assert.deepEqual(told([label(400), label(100)]).map(({ words, many, x }) => [words, many, x]), [["NodeDeleted 0x7", 1, 100], ["NodeDeleted 0x7", 1, 400]]);
});

test("those that would touch become one in their middle, which counts them all", () => {
  assert.deepEqual(told([label(180), label(100, { many: 2 }), label(260)]), [
    { texts: [100, 180, 260], words: "NodeDeleted", many: 4, x: 180 },
  ]);
});

test("labels of other words or at another height are not counted together", () => {
  assert.equal(told([label(100), label(120, { word: "NodeCreated" }), label(130, { y: 17 })]).length, 3);
});
