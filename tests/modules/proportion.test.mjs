// A round in true proportion, and what magnifies the parts of it that are too short to see.
import assert from "node:assert/strict";
import { test } from "node:test";
import { labelled, passing, proportioned } from "../../static/js/kit/proportion.js";

const HANDOFF = [
  { name: "session runs out", ms: 4060 },
  { name: "told", ms: 4.3 },
  { name: "leads", ms: 1.6 },
  { name: "acked", ms: 2.7 },
];
const rounded = (spans) => spans.map(({ name, from, to }) => [name, Number(from.toFixed(3)), Number(to.toFixed(3))]);

test("a bar is linear: each phase has its share of the whole", () => {
  const { whole, spans, lenses } = proportioned([{ name: "waits", ms: 3000 }, { name: "has it", ms: 1000 }]);
  assert.equal(whole, 4000);
  assert.deepEqual(rounded(spans), [["waits", 0, 0.75], ["has it", 0.75, 1]]);
  assert.deepEqual(lenses, []);
});

test("what is too short to see at the end stands in a lens, in its own proportion, with its factor", () => {
  const { lenses } = proportioned(HANDOFF);
  assert.deepEqual(lenses.map(({ end, factor }) => [end, factor]), [["end", 470]]);
  assert.deepEqual(rounded(lenses[0].spans), [["told", 0, 0.5], ["leads", 0.5, 0.686], ["acked", 0.686, 1]]);
  assert.equal(Number(lenses[0].from.toFixed(4)), 0.9979);
  assert.equal(lenses[0].to, 1);
});

test("a lens that is half as wide as the bar magnifies half as much", () => {
  assert.equal(proportioned(HANDOFF, { room: 0.5 }).lenses[0].factor, 240);
});

test("what is too short to see at the beginning has a lens too", () => {
  const { lenses } = proportioned([{ name: "a", ms: 2 }, { name: "b", ms: 2 }, { name: "c", ms: 996 }]);
  assert.deepEqual(lenses.map(({ end, factor }) => [end, factor]), [["beginning", 250]]);
});

test("a run that is long enough together has no lens", () => {
  assert.deepEqual(proportioned([{ name: "a", ms: 960 }, { name: "b", ms: 20 }, { name: "c", ms: 20 }]).lenses.map(({ spans }) => spans.length), [1]);
  assert.deepEqual(proportioned([{ name: "a", ms: 900 }, { name: "b", ms: 100 }]).lenses, []);
});

test("what took no time at all needs no lens", () => {
  assert.deepEqual(proportioned([{ name: "a", ms: 900 }, { name: "b", ms: 0 }]).lenses, []);
  assert.deepEqual(proportioned([{ name: "a", ms: 0 }, { name: "b", ms: 0 }]).spans.map(({ to }) => to), [0, 0]);
});

test("a round under way grows in a bar that stands for what is expected, and longer", () => {
  const growing = (ms) => rounded(proportioned([{ name: "a", ms, open: true }], { least: 4000 }).spans)[0];
  assert.deepEqual(growing(1000), ["a", 0, 0.25]);
  assert.deepEqual(growing(5000), ["a", 0, 1]);
});

test("what was not observed is said, what is still to come is not", () => {
  const { whole, unseen } = proportioned([{ name: "a", ms: null }, { name: "b", ms: 5 }, { name: "c", toCome: true }]);
  assert.deepEqual([whole, unseen.map(({ name }) => name)], [5, ["a"]]);
  assert.equal(proportioned([{ name: "a" }]).whole, null);
});

const widthOf = (text) => text.length;

test("words stand inside where they fit, else the time alone, else below", () => {
  const spans = [
    { name: "session runs out", time: "4.0 s", from: 0, to: 0.6 },
    { name: "told", time: "1.0 s", from: 0.6, to: 0.72 },
    { name: "leads", time: "0.9 s", from: 0.72, to: 0.74 },
    { name: "acked", time: "2.0 s", from: 0.74, to: 1 },
  ];
  const drawn = labelled(spans, 50, widthOf);
  assert.deepEqual(drawn.map(({ inside }) => inside), ["session runs out 4.0 s", "1.0 s", null, "acked 2.0 s"]);
  assert.deepEqual(drawn.map(({ below }) => below), [null, null, { text: "leads 0.9 s", at: 36 }, null]);
});

test("labels below give way to each other, and never leave the bar", () => {
  const spans = [1, 2, 3].map((n) => ({ name: `n${n}`, time: "1 ms", from: 0.9 + n / 100, to: 0.9 + n / 100 + 0.01 }));
  const drawn = labelled(spans, 30, widthOf).map(({ below }) => below);
  assert.deepEqual(drawn.map(({ at }) => at), [9, 16, 23]);
  assert.deepEqual(labelled(spans, 14, widthOf).map(({ below }) => below.text), ["1 ms", "1 ms", "1 ms"]);
  assert.deepEqual(labelled(spans, 8, widthOf).map(({ below }) => below), [null, null, null]);
});

const steps = (...moments) => moments.map((at, index) => ({ phase: index, at }));

test("moments make phases; the first one missing is under way, the others are to come", () => {
  assert.deepEqual(passing(10, steps(11, null, null), 13), [{ phase: 0, ms: 1000 }, { phase: 1, ms: 2000, open: true }, { phase: 2, toCome: true }]);
  assert.deepEqual(passing(10, steps(null), 10.5), [{ phase: 0, ms: 500, open: true }]);
});

test("what is missing between moments, or at the end of what is over, was not observed", () => {
  assert.deepEqual(passing(10, steps(null, 12), 13), [{ phase: 0 }, { phase: 1, ms: 2000 }]);
  assert.deepEqual(passing(10, steps(11, null), null), [{ phase: 0, ms: 1000 }, { phase: 1 }]);
  assert.deepEqual(passing(null, steps(11, 12), null), [{ phase: 0, ms: undefined }, { phase: 1, ms: 1000 }]);
});

test("no phase is shorter than nothing, where reports come late", () => {
  assert.deepEqual(passing(10, steps(12, 11.9, 13), null).map(({ ms }) => ms), [2000, 0, 1000]);
});
