// Which moments the arrows go to.
import assert from "node:assert/strict";
import { test } from "node:test";

import { changesOf, choicesOf, isAt, wanted } from "../../static/js/time/wanted.js";

const moments = [
  { seq: 1, what: "beginning", subject: "dashboard", data: {} },
  { seq: 2, what: "violation", subject: "/a", data: [{ invariant: "one_leader" }, { invariant: "one_wakeup" }] },
  { seq: 3, what: "handoff", subject: "/a", data: { from: "c1", to: "c2" } },
  { seq: 4, what: "handoff", subject: "/b", data: { to: null, to_name: "n_3 of somebody" } },
  { seq: 5, what: "violation", subject: "/a", data: [{ invariant: "one_leader" }] },
  { seq: 6, what: "handoff", subject: "/a", data: { from: "c1", to: "c2" } },
  { seq: 7, what: "handoff", subject: "/a", data: {} },
];
const found = (value) => moments.filter(wanted(value)).map(({ seq }) => seq);
const valuesOf = (znode) => choicesOf(moments, znode).flatMap(({ choices }) => choices.map(({ value }) => value));

test("the arrows go to all moments, to one kind, or to one name", () => {
  assert.deepEqual(found(""), [1, 2, 3, 4, 5, 6, 7]);
  assert.deepEqual(found("violation"), [2, 5]);
  assert.deepEqual(found("broken one_wakeup"), [2]);
  assert.deepEqual(found("leads c2"), [3, 6]);
  assert.deepEqual(found("leads n_3 of somebody"), [4]);
});

test("the names that the moments have can be chosen, the latest first, each once", () => {
  const kinds = ["handoff", "release", "fault", "mark", "violation", "beginning"];
  assert.deepEqual(valuesOf(null), [...kinds, "broken one_leader", "broken one_wakeup", "leads c2", "leads n_3 of somebody"]);
  assert.equal(valuesOf("/a").at(-1), "change");
  for (const value of valuesOf(null)) assert.equal(wanted(value)({ what: "other", data: null }), false, value);
});

test("the changes of a znode are the events of it", () => {
  const events = [
    { seq: 1, wall: 10, kind: "znode.created", subject: "/a" },
    { seq: 2, wall: 11, kind: "znode.created", subject: "/a/b" },
    { seq: 3, wall: 12, kind: "election.followed", subject: "/a" },
    { seq: 4, wall: 13, kind: "znode.deleted", subject: "/a" },
  ];
  assert.deepEqual(changesOf(events, "/a").map(({ seq, what }) => [seq, what]), [[1, "change"], [4, "change"]]);
});

test("the arrows go to what happened at the path that is shown, whoever has the name now", () => {
  const fault = (seq, subject, path) => ({ seq, what: "fault", subject, data: { kind: "candidate.killed", path } });
  const all = [...moments, fault(8, "c1", "/a"), fault(9, "c1", "/b"), fault(10, "s1", null)];
  assert.deepEqual(all.filter(isAt("/a")).map(({ seq }) => seq), [1, 2, 3, 5, 6, 7, 8, 10]);
  assert.equal(all.filter(isAt(undefined)).length, all.length);
});
