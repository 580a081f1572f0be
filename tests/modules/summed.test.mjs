// The list of handoffs of a recording: what is asked, the figures, and the table.
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerOf, csvOf } from "../../static/js/time/summed.js";

const passing = (seq, ms, more = {}) => ({ seq, wall: seq, what: "handoff", subject: "/election", data: { from: "c1", to: "c2", fault: "kill", phases_ms: { deleted: ms, notified: null, leading: ms + 1 }, ...more } });
const seqs = ({ handoffs }) => handoffs.map(({ seq }) => seq);

test("the figures are nearest ranks", () => {
  const { figures } = answerOf(Array.from({ length: 200 }, (_, at) => passing(at + 1, at + 1)), {});
  assert.deepEqual(figures.deleted, { p50: 100, p95: 190, p99: 198, max: 200, count: 200 });
  assert.deepEqual(Object.keys(figures), ["deleted", "leading"]);
});

test("what nobody observed is left out, and what is counted from elsewhere is not compared", () => {
  const { handoffs, figures } = answerOf([passing(1, 4), passing(2, 1, { phases_from: "deleted" })], {});
  assert.deepEqual(handoffs[0].observed, ["deleted", "leading"]);
  assert.equal(figures.deleted.count, 1);
});

test("a lock is handed over in one phase, and a stranger has its name", () => {
  const { handoffs } = answerOf([{ seq: 3, wall: 3, what: "handoff", subject: "/lock", data: { from: null, from_name: "n_1", to: "c2", fault: "release", last_ms: 2.5 } }], {});
  assert.deepEqual(handoffs[0].phases_ms, { held: 2.5 });
  assert.equal(handoffs[0].from, "n_1");
});

test("it answers what is asked: words, times, events, the newest", () => {
  const moments = [passing(1, 1), passing(2, 1, { fault: "stop" }), { ...passing(3, 1), subject: "/a" }, { ...passing(4, 1), what: "fault" }];
  assert.deepEqual(seqs(answerOf(moments, {})), [1, 2, 3]);
  assert.deepEqual(seqs(answerOf(moments, { text: " KILL /election " })), [1]);
  assert.deepEqual(seqs(answerOf(moments, { begin: "2", end: "2.5" })), [2]);
  assert.deepEqual(seqs(answerOf(moments, { path: "/a" })), [3]);
  assert.deepEqual(seqs(answerOf(moments, { since: "2", limit: "1" })), [3]);
});

test("what took milliseconds and what took a session are groups of their own", () => {
  const { groups } = answerOf([passing(1, 4000), passing(2, 2, { fault: "stop" }), passing(3, 2, { fault: "stop" })], {});
  assert.deepEqual(groups.map(({ fault, count }) => [fault, count]), [["stop", 2], ["kill", 1]]);
});

test("what somebody marked is found by its word, compared, and a group of its own", () => {
  const marked = { fault: null, mark: { what: "frozen", by: "page", at: 3 }, phases_from: "mark" };
  const moments = [passing(1, 4000), passing(2, 6000, marked)];
  const { figures, groups } = answerOf(moments, {});
  assert.deepEqual(groups.map(({ fault, mark }) => [fault, mark]), [["kill", null], [null, "frozen"]]);
  assert.deepEqual([figures.deleted.count, figures.deleted.max], [2, 6000]);
  assert.deepEqual(seqs(answerOf(moments, { text: "Frozen" })), [2]);
});

test("a name that begins as a formula is harmless in a table, and one with a comma stays one cell", () => {
  const [head, row] = csvOf(answerOf([passing(7, 5, { from: "=1+1", to: 'a,"b"' })], {}).handoffs).split("\r\n");
  assert.equal(head.split(",").length, 17);
  assert.equal(row, `7,7,/election,,'=1+1,"a,""b""",kill,,fault,,,5,,,6,,`);
});

test("no part of a name is a formula where a program splits it, and one that it may split is quoted", () => {
  const cell = (from) => csvOf(answerOf([passing(7, 5, { from })], {}).handoffs).split("\r\n").slice(1, -1).join("\r\n").slice("7,7,/election,,".length).replace(/,[^,]*,kill,.*$/s, "");
  const written = {
    "＝1+1": "'＝1+1", "﹢1": "'﹢1", "x;=1+1": `"x;'=1+1"`, "x; @a": `"x; '@a"`, "\n=1": `"\n'=1"`, "x\t-1": `"x\t'-1"`, "x|=1": `"x|'=1"`,
    'x"=1': `"x""'=1"`, "=;=": `"'=;'="`, "x;y": '"x;y"', "a - b": '"a - b"', "n_-5": "n_-5",
  };
  assert.deepEqual(Object.keys(written).map(cell), Object.values(written));
});
