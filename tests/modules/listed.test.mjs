// The list of handoffs: their spans, their order.
import assert from "node:assert/strict";
import { test } from "node:test";

import { drawnOf, reigns, sorted, wholeOf } from "../../static/js/time/listed.js";

const one = { seq: 1, path: "/a", from: "c1", to: "c2", fault: "kill", phases_ms: { deleted: 4000, leading: 4010, acknowledged: 4020 } };
const two = { seq: 2, path: "/b", from: "c2", to: "c3", fault: "stop", phases_ms: { deleted: 2, leading: 7 } };
const unseen = { seq: 3, path: "/a", from: "n_1", to: "n_2", fault: null, phases_ms: {} };
const all = [one, two, unseen].map(drawnOf);
const seqs = (handoffs) => handoffs.map(({ seq }) => seq);

test("the phases follow one another", () => {
  assert.deepEqual(all[0].spans, [
    { phase: "deleted", from: 0, to: 4000 },
    { phase: "leading", from: 4000, to: 4010 },
    { phase: "acknowledged", from: 4010, to: 4020 },
  ]);
  assert.deepEqual(all.map(wholeOf), [4020, 7, null]);
});

test("a phase that came before the one before takes no time", () => {
  const { spans } = drawnOf({ phases_ms: { deleted: 5, notified: 3, leading: 6 } });
  assert.deepEqual(spans.map(({ from, to }) => to - from), [5, 0, 1]);
});

test("what is not known comes last, whichever way they are sorted", () => {
  assert.deepEqual(seqs(sorted(all, { key: "ms", down: true })), [1, 2, 3]);
  assert.deepEqual(seqs(sorted(all, { key: "ms", down: false })), [2, 1, 3]);
  assert.deepEqual(seqs(sorted(all, { key: "fault", down: false })), [1, 2, 3]);
  assert.deepEqual(seqs(sorted(all, { key: "who", down: true })), [3, 2, 1]);
});

test("who led when: between two handoffs the one, and nobody while they went on", () => {
  const passed = (wall, from, to, ms) => drawnOf({ path: "/a", wall, from, to, phases_ms: { leading: ms } });
  const [row] = reigns([passed(120, "c2", "c3", 2000), passed(100, "c1", "c2", 4000)], [], Infinity, () => "c3");
  assert.deepEqual(row.stretches.map(({ name, from, to }) => [name, from, to]), [
    [null, 96, 100],
    ["c2", 100, 118],
    [null, 118, 120],
    ["c3", 120, 121],
  ]);
});

test("who took over last is not drawn as the leader of a time that has not come", () => {
  const passed = (wall) => drawnOf({ path: "/a", wall, from: "c1", to: "c2", phases_ms: {} });
  const night = [passed(0), passed(28_800)];
  assert.deepEqual([28_700, 28_860, 99_999].map((until) => reigns(night, [], until)[0].ended), [28_800, 28_860, 30_240]);
});

test("who led is not known while no dashboard ran", () => {
  const passed = (wall, from, to) => drawnOf({ path: "/a", wall, from, to, phases_ms: { leading: 1000 } });
  const spans = (gaps) => reigns([passed(100, "c1", "c2"), passed(200, "c7", "c8")], gaps, Infinity, () => "c8")[0].stretches.map(({ name, from, to }) => [name, from, to]);
  assert.deepEqual(spans([{ from: -Infinity, to: 50 }, { from: 120, to: 150 }, { from: 160, to: 170 }, { from: 203, to: 204 }]), [
    [null, 99, 100],
    ["c2", 100, 120],
    [undefined, 120, 170],
    ["c7", 170, 199],
    [null, 199, 200],
    ["c8", 200, 203],
    [undefined, 203, 204],
    [undefined, 204, 205],
  ]);
  assert.deepEqual(spans([{ from: 200, to: 300 }]).slice(-1), [[undefined, 200, 205]]);
});

test("who led is not known after a gap until its znode was the first", () => {
  const passed = (wall, from, to, more = {}) => drawnOf({ path: "/a", wall, from, to, phases_ms: { deleted: 1000, leading: 2000 }, ...more });
  const spans = (led_ms) => reigns([passed(100, "c1", "c2"), passed(200, "c7", "c8", { led_ms })], [{ from: 120, to: 150 }])[0].stretches.slice(1, 5);
  const afterwards = (since) => [["c2", 100, 120], [undefined, 120, since], ["c7", since, 198], [null, 198, 200]];
  const plain = (stretches) => stretches.map(({ name, from, to }) => [name, from, to]);
  assert.deepEqual(plain(spans(19_000)), afterwards(180));
  for (const led of [99_000, null, undefined]) assert.deepEqual(plain(spans(led)), afterwards(150));
});

test("who led is not known where handoffs between are not listed", () => {
  const passed = (wall, from, to) => drawnOf({ path: "/a", wall, from, to, phases_ms: {} });
  const [{ stretches }] = reigns([passed(100, "c1", "c2"), passed(200, "c3", "c4")], [], Infinity, () => "c4");
  assert.deepEqual(stretches.map(({ name }) => name), [null, undefined, null, "c4"]);
});

test("who took over last is not drawn on where another one, or nobody, stands first now", () => {
  const passed = drawnOf({ path: "/a", wall: 100, from: "c1", to: "c2", phases_ms: {} });
  const last = (first) => reigns([passed], [], Infinity, () => first)[0].stretches.at(-1).name;
  assert.deepEqual(["c2", "c5", undefined].map(last), ["c2", undefined, undefined]);
});

test("while a stranger was marked, or its connection gone, and its znode was there, who led is not known", () => {
  for (const start of ["mark", "lost"]) {
    const passed = drawnOf({ path: "/a", wall: 100, from: "x", to: "y", phases_from: start, phases_ms: { deleted: 4000, next: 6000 } });
    const [{ stretches }] = reigns([passed], [], Infinity, () => "y");
    assert.deepEqual(stretches.map(({ name, from, to }) => [name, from, to]), [[undefined, 94, 98], [null, 98, 100], ["y", 100, 101]]);
  }
});
