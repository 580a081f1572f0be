// The phases of a handoff, of a round at a barrier and of a change: under way, and as they were measured.
import assert from "node:assert/strict";
import { test } from "node:test";
import { endOf, passageOf, phasesOf } from "../../static/js/recipes/election/phases.js";
import { roundOf } from "../../static/js/kit/spread/round.js";
import { roundsOf } from "../../static/js/recipes/barrier/rounds.js";
import { turnOf } from "../../static/js/recipes/lock/turns.js";

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

test("the round at a barrier is that of the sentence, though the next one gathers already", () => {
  const processes = { a: { round: 14, at: 5 }, b: { round: 15, at: 9 } };
  const rounds = [13, 14].map((round) => ({ round, first: 1, began: 2, in: { c1: 3 }, done: {}, out: round === 13 ? { c1: 4 } : {}, fell: {} }));
  const numbers = (under_way) => roundsOf({ round: 14, size: 2, under_way, processes, rounds }, 10).map(({ of }) => of);
  assert.deepEqual(numbers(14), [14, 13]);
  assert.deepEqual(numbers(13), [13]);
  assert.deepEqual(numbers(null), [15, 14, 13]);
});

test("a change that nobody could be told of at once has no times, and is not called unseen", () => {
  const change = { number: 1, what: "written", value: "h:1", at: 5, told: { c1: 6, c2: 6 }, slept: { c1: true, c2: true }, of: 2, within_ms: null };
  const { what, phases, untimed } = roundOf({ ...change, number: 2 }, [], "leads nowhere");
  assert.deepEqual([what, untimed], ["reached 2 of 2, none at once", "nothing to time"]);
  assert.deepEqual(phases, []);
  const told = roundOf({ ...change, slept: {}, within_ms: 1000 }, [], "leads nowhere");
  assert.deepEqual([told.what, told.phases.map(({ ms }) => ms)], ["reached 2 of 2", [1000, 0]]);
});

test("a change that nobody awaited is no round: nobody was there, or all were still starting at the first one", () => {
  const change = { number: 1, what: "written", value: "h:1", at: 5, told: { c1: 6 }, slept: { c1: true }, of: 1, within_ms: null };
  const isAwaited = (one) => roundOf({ ...change, ...one }, [], "leads nowhere").isAwaited;
  assert.deepEqual([{}, { of: 0, told: {} }, { number: 2 }, { slept: {}, within_ms: 1000 }].map(isAwaited), [false, false, true, true]);
});

test("a turn's head says what its total runs from", () => {
  const turn = { candidate: "c25", asked: 1, held: 4 };
  const { what, takes, phases } = turnOf(turn, 4.3);
  assert.deepEqual([what, takes], [null, "since it queued:"]);
  assert.deepEqual(phases.map(({ name, ms }) => [name, Math.round(ms)]), [["waits", 3000], ["has it", 300]]);
  assert.deepEqual([turnOf({ ...turn, ended: 5 }, 9)].map(({ what, takes }) => [what, takes]), [["released", "in all"]]);
});
