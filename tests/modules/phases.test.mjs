// The phases of a handoff: under way, and as it was measured.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endOf, passageOf, phasesOf } from "../../static/js/recipes/election/phases.js";

const deleted = { fault: "stop", from: "c1", to: "c2", to_znode: "n_1", at: { fault: 10, deleted: 10.006 } };

test("the phase that runs is as long as it has lasted", () => {
  const [before, running, ...rest] = phasesOf(deleted, 10.106);
  assert.deepEqual([before.phase, before.open, Math.round(before.ms)], ["deleted", false, 6]);
  assert.deepEqual([running.phase, running.open, Math.round(running.ms)], ["notified", true, 100]);
  assert.deepEqual(rest, [{ phase: "leading" }, { phase: "acknowledged" }]);
});

test("a handoff of a marked leader runs from the mark", () => {
  const mark = { what: "killed", by: "page", at: 4 };
  const [before, running] = phasesOf({ mark, from: null, to: "c2", to_znode: "n_1", at: { fault: null, deleted: 10 } }, 10.1);
  assert.deepEqual([before.ms, Math.round(running.ms), running.open], [6000, 100, true]);
  assert.equal(endOf({ mark, fault: null, found_gone: false, phases_from: "mark" }), "marked: killed");
});

test("no phase has lasted less than nothing, where the page's clock is a little behind the event", () => {
  assert.equal((phasesOf(deleted, 10.001)[1].ms / 1000).toFixed(1), "0.0");
});

test("where the deletion is not known, the time from the fault on is, and all add up", () => {
  const back = { phases_ms: { deleted: null, notified: null, leading: 10_200, acknowledged: 10_282 }, phases_from: "fault" };
  const phases = phasesOf(back, 0);
  assert.deepEqual(phases.map(({ ms }) => ms), [undefined, undefined, 10_200, 82]);
  assert.deepEqual(phases.map(({ unseen }) => Boolean(unseen)), [true, true, false, false]);
});

test("the time until a stranger came is a part of its handoff", () => {
  const passed = { to: null, phases_ms: { deleted: 4000, next: 6000, notified: null, leading: null, acknowledged: null }, phases_from: "lost" };
  const phases = phasesOf(passed, 0);
  assert.deepEqual(phases.map(({ phase }) => phase), ["deleted", "next", "notified", "leading", "acknowledged"]);
  assert.deepEqual(phases.map(({ ms }) => ms), [4000, 2000, undefined, undefined, undefined]);
});

test("a gap in the work is told beside its own handoff, and only where it is longer", () => {
  const last = { from: "c1", to: "c2", to_name: "c2", phases_ms: { leading: 20, acknowledged: 1100 }, phases_from: "fault" };
  const gapOf = (gap) => passageOf({ last_handoff: last, work: { gaps: [{ from: "c1", to: "c2", ...gap }] } }).gap;
  assert.equal(gapOf({ ms: 1300 }), 1300);
  assert.equal(gapOf({ ms: 300 }), null, "the new leader worked before its acknowledgement was written");
  assert.equal(gapOf({ ms: 1300, to: "c3" }), null);
});
