// What is on its way at a moment of the past.
import assert from "node:assert/strict";
import { test } from "node:test";
import { onTheirWay } from "../../static/js/time/reel.js";

const end = (at, path) => ({ at, kind: "znode.deleted", subject: path });
const message = (at, znode, subject) => ({ at, kind: "candidate.notified", subject, data: { znode } });
const told = message(14, "n_1", "c2");
const events = [end(10, "/e/n_1"), { at: 11, kind: "candidate.reported", subject: "c2", data: {} }, told];
const shares = (all, now, least = 0.5) => onTheirWay(all, now, least).map(({ share }) => share);

test("a message has come as far as the clock says, from the end of its znode to its arrival", () => {
  assert.deepEqual([9.9, 10, 11, 13, 14, 14.1].map((now) => shares(events, now)), [[], [0], [0.25], [0.75], [1], []]);
  assert.equal(onTheirWay(events, 11, 0.5)[0].event, told);
});

test("a message takes as long as can be seen, also where it was told before the end", () => {
  assert.deepEqual([10, 14, 18].map((now) => shares(events, now, 8)), [[0], [0.5], [1]]);
  const early = [message(9, "n_1", "c2"), end(10, "/e/n_1")];
  assert.deepEqual([9, 10, 13].map((now) => shares(early, now, 2)), [[0], [0.5], []]);
});

test("a message whose cause nobody saw has arrived when it is told, and those of one end travel together", () => {
  assert.deepEqual([3, 4, 5].map((now) => shares([message(4, "n_9", "c2")], now, 2)), [[0.5], [1], []]);
  assert.deepEqual(shares([...events, message(12, "n_1", "c3")], 11), [0.25, 0.5]);
});
