// A recording in the browser: what is in the shipped ones, and what is none.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

import { createAnswers, lastOf, open, read } from "../../static/js/time/recording.js";

const file = (name) => new Blob([readFileSync(new URL(`../../docs/recordings/${name}.jsonl.gz`, import.meta.url))]);

test("it answers as a dashboard does", async () => {
  const recording = await open(file("crash"));
  const answer = createAnswers(recording);
  const { first, last, runs } = answer("history");
  assert.deepEqual(runs.map((run) => [run.first, run.last]), [[first, last]]);
  assert.equal(answer(`moment?at=${last}`).state.seq, last);
  assert.deepEqual(answer(`events?since=${last - 2}&limit=10`).events.map(({ seq }) => seq), [last - 1, last]);
  const handoff = answer("moments?since=0").moments.find(({ what }) => what === "handoff");
  const known = Math.max(...recording.events.filter(({ seq }) => seq <= handoff.seq).map(({ wall }) => wall)); // it is told late
  assert.equal(answer(`moment?wall=${known}`).state.elections["/election"].handoffs, 1);
  assert.equal(answer(`events?before=${last}&limit=3`).events.length, 3);
  assert.throws(() => answer("moment?at=100000"), new RegExp(`not in this recording, which has the events from ${first} to ${last}`));
  assert.throws(() => answer("znodes?path=/"), /does not contain this/);
});

test("a time shows what was known then, as the dashboard has it", () => {
  const events = [10, 30, 20, 40].map((wall, at) => ({ seq: at + 1, at, wall, patch: {} }));
  const answer = createAnswers(read([{ handoff_recording: 1, lists: [] }, { before: 1, run: "a", wall: 10, state: {} }, ...events].map((line) => JSON.stringify(line)).join("\n")));
  const shownAt = (wall) => answer(`moment?wall=${wall}`).seq;
  assert.deepEqual([10, 20, 29, 30, 39, 40, 50].map(shownAt), [1, 1, 1, 3, 3, 4, 4]);
  assert.throws(() => shownAt(9), /That time is not in this recording/);
});

test("what is missing is said, and all else is shown", () => {
  const event = (seq) => ({ seq, at: seq, wall: seq, patch: {} });
  const part = (before, more) => ({ before, run: "a", wall: before, state: {}, ...more });
  const lines = (missing) => [{ handoff_recording: 1, lists: [] }, part(1), event(1), event(2), part(6, { missing }), event(6), event(7)];
  const text = (missing) => lines(missing).map((line) => JSON.stringify(line)).join("\n");
  const answer = createAnswers(read(text(3)));
  assert.deepEqual([1, 2, 6, 7].map((seq) => answer(`moment?at=${seq}`).seq), [1, 2, 6, 7]);
  assert.throws(() => answer("moment?at=4"), /nothing between the events 2 and 6/);
  assert.deepEqual(answer("events?since=1&limit=9").events.map(({ seq }) => seq), [2]);
  assert.throws(() => answer("events?since=2&limit=9"), /nothing between the events 2 and 6/);
  assert.deepEqual(answer("events?since=5&limit=9").events.map(({ seq }) => seq), [6, 7]);
  for (const missing of [undefined, 2, 4, -3, "3", null]) assert.throws(() => read(text(missing)), /events are missing after 2/);
});

test("its last moment is shown as a replay, which cannot be acted upon", async () => {
  const recording = await open(file("zombie"));
  const { state } = lastOf(recording, createAnswers(recording), "zombie.gz");
  assert.equal(state.read_only, true);
  assert.equal(state.history.replays.file, "zombie.gz");
});

test("what is none is refused", async () => {
  await assert.rejects(open(new Blob(["no gzip"])), /not gzipped/);
  assert.throws(() => read(""), /not JSON|not a recording/);
  assert.throws(() => read('{"version":2}\n'), /not a recording/);
  assert.throws(() => read('{"handoff_recording":2}\n'), /newer/);
  assert.throws(() => read('{"handoff_recording":1}\n'), /no events/);
  assert.throws(() => read('{"handoff_recording":1}\n{"seq":1}\n'), /the document before its events is missing/);
  assert.throws(() => read('{"handoff_recording":1}\n{"before":1,"state":{}}\n{"seq":1}\n{"seq":3}\n'), /events are missing after 1/);
  assert.throws(() => read('{"handoff_recording":1}\n{"before":1,"state":{}}\n{"at":1}\n'), /its first event has no number/);
  assert.throws(() => read('{"handoff_recording":1}\n{"before":1,"state":{}}\n{"seq":1}\n{"seq":\n'), /line 4 is not JSON/);
});

test("a damaged one is refused before anything is shown of it", () => {
  const whole = { header: { handoff_recording: 1, lists: [] }, part: { before: 1, run: "a", wall: 5, state: {} }, event: { seq: 1, at: 1, wall: 5, patch: {} } };
  const lines = (changes, ...more) => Object.entries({ ...whole, ...changes }).map(([, line]) => JSON.stringify(line)).concat(more).join("\n");
  assert.equal(read(lines({})).events.length, 1);
  assert.throws(() => read(lines({ header: { handoff_recording: 1 } })), /does not name its lists/);
  assert.throws(() => read(lines({ header: { handoff_recording: 1, lists: [7] } })), /does not name its lists/);
  assert.throws(() => read(lines({ part: { ...whole.part, before: "1" } })), /document/);
  assert.throws(() => read(lines({ part: { ...whole.part, before: 7 } })), /document/);
  assert.throws(() => read(lines({ part: { ...whole.part, state: [] } })), /document/);
  assert.throws(() => read(lines({ event: { ...whole.event, wall: "5" } })), /event 1/);
  assert.throws(() => read(lines({ event: { ...whole.event, patch: 7 } })), /event 1/);
  assert.throws(() => read(lines({}, '{"moment": {"seq": 1}}')), /moment/);
  const handoff = (subject, data) => JSON.stringify({ moment: { seq: 1, wall: 5, what: "handoff", subject, data } });
  assert.equal(read(lines({}, handoff("/e", { from: null, to: "c2" }))).moments.length, 1);
  for (const [subject, data] of [[7, {}], ["/e", null], ["/e", { from: {} }], ["/e", { mark: { what: 7 } }]])
    assert.throws(() => read(lines({}, handoff(subject, data))), /the handoff of event 1 does not say/);
  const other = (what, data) => lines({}, JSON.stringify({ moment: { seq: 1, wall: 5, what, subject: "c1", data } }));
  for (const [what, data] of [["fault", { path: null }], ["mark", { member: "x", what: "killed" }], ["violation", []], ["beginning", null]]) assert.equal(read(other(what, data)).moments.length, 1);
  for (const [what, data] of [["fault", null], ["fault", { path: 7 }], ["mark", null], ["mark", { what: {} }], ["violation", null], ["violation", [7]]])
    assert.throws(() => read(other(what, data)), new RegExp(`the ${what} of event 1 does not say`));
});

test("one whose documents are of another program has no last moment", () => {
  const recording = read('{"handoff_recording":1,"lists":[]}\n{"before":1,"wall":5,"state":{}}\n{"seq":1,"at":1,"wall":5,"patch":{}}\n');
  assert.throws(() => lastOf(recording, createAnswers(recording), "foreign.gz"), /damaged: .*document/);
});

test("it opens at the first moment with something in it", () => {
  const seen = { kind: "candidate.reported", data: { znode: "/e/n_1" } };
  const lines = (...more) => [{ handoff_recording: 1, lists: [] }, { before: 1, run: "a", wall: 1, state: { zookeeper: {}, candidates: {} } }, ...[1, 2, 3, 4].map((seq) => ({ seq, at: seq, wall: seq, patch: {}, kind: "other", data: {}, ...(seq === 2 ? seen : {}) })), ...more.map((moment) => ({ moment: { wall: 1, subject: "/e", ...moment } }))];
  const shows = (...more) => {
    const recording = read(lines(...more).map((line) => JSON.stringify(line)).join("\n"));
    return lastOf(recording, createAnswers(recording), "a.gz").state.history.replays.shows;
  };
  const lost = { seq: 1, what: "fault", data: { kind: "zookeeper.suspended", path: null } };
  const handoff = { seq: 3, what: "handoff", data: {} };
  const killed = { seq: 4, what: "fault", data: { kind: "candidate.killed", path: "/e" } };
  assert.deepEqual([shows(), shows(lost), shows(lost, handoff), shows(lost, handoff, killed)], [2, 2, 3, 4]);
});

test("what unpacks to far more than a recording does is not held in memory", async () => {
  const bomb = new Blob([gzipSync(Buffer.alloc(200 * 2 ** 20, 0x20))]);
  await assert.rejects(open(bomb), /^Error: this recording is damaged: it unpacks to more than \d\d\d? MB/);
});
