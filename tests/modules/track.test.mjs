// The track of the time bar: which span it shows, where a time lies on it, and what a reader types.
import assert from "node:assert/strict";
import { test } from "node:test";

import { wanted } from "../../static/js/time/wanted.js";
import { SPANS, gapsOf, labelled, momentBeside, placeOf, spanOf, thinned, wallOf } from "../../static/js/time/track.js";

const MINUTE = SPANS[0];
const ALL = SPANS.at(-1);

test("the span ends now, unless what is shown lies before it", () => {
  assert.deepEqual(spanOf(MINUTE, { since: 0, now: 1000, shown: null }), { from: 940, to: 1000 });
  assert.deepEqual(spanOf(MINUTE, { since: 0, now: 1000, shown: 950 }), { from: 940, to: 1000 });
  assert.deepEqual(spanOf(MINUTE, { since: 0, now: 1000, shown: 500 }), { from: 470, to: 530 });
  assert.deepEqual(spanOf(ALL, { since: 20, now: 1000, shown: 500 }), { from: 20, to: 1000 });
});

test("a time has its place on the track, or none", () => {
  const span = { from: 100, to: 200 };
  assert.equal(placeOf(150, span), 0.5);
  assert.equal(placeOf(99, span), null);
  assert.equal(placeOf(201, span), null);
});

test("no dashboard ran before the first run, and between two", () => {
  const runs = [{ began: 110, ended: 120 }, { began: 150, ended: 190 }];
  assert.deepEqual(gapsOf(runs, { from: 100, to: 200 }), [{ from: 0, to: 0.1 }, { from: 0.2, to: 0.5 }]);
  assert.deepEqual(gapsOf(runs, { from: 150, to: 200 }), []);
});

test("of marks that stand close together the latest has a label", () => {
  const marks = [110, 118, 119, 150, 151, 250].map((wall) => ({ wall, what: "mark" }));
  const named = labelled([...marks, { wall: 152, what: "handoff" }], { from: 100, to: 200 });
  assert.deepEqual(named.map(({ wall }) => wall), [151, 119, 110]);
});

test("the nearest moment before and after an event", () => {
  const moments = [{ seq: 3, what: "fault" }, { seq: 5, what: "handoff" }, { seq: 9, what: "fault" }];
  assert.equal(momentBeside(moments, 5, -1).seq, 3);
  assert.equal(momentBeside(moments, 5, 1).seq, 9);
  assert.equal(momentBeside(moments, 3, -1), undefined);
  assert.equal(momentBeside(moments, Infinity, -1, ({ what }) => what === "handoff").seq, 5);
});

test("a time of day is the latest one that has passed", () => {
  const now = new Date(2026, 10, 24, 12, 0, 0).getTime() / 1000;
  const at = (wall) => new Date(wall * 1000).toLocaleString("en-GB");
  assert.equal(at(wallOf("03:12", now)), "24/11/2026, 03:12:00");
  assert.equal(at(wallOf("23:30:05", now)), "23/11/2026, 23:30:05");
  assert.equal((wallOf("3:12:07.5", now) % 1).toFixed(4), "0.6000");
  for (const text of ["", "24:00", "12:60", "12:00:60", "noon", "1:2"]) assert.equal(wallOf(text, now), null);
});

test("a time of yesterday is the clock's, also where the day has 23 or 25 hours", (t) => {
  const zone = process.env.TZ;
  t.after(() => (zone === undefined ? delete process.env.TZ : (process.env.TZ = zone)));
  process.env.TZ = "Europe/Berlin";
  for (const [month, day] of [[2, 29], [9, 25]]) {
    const now = new Date(2026, month, day, 8, 0, 0).getTime() / 1000;
    assert.equal(wallOf("22:00", now), new Date(2026, month, day - 1, 22, 0, 0).getTime() / 1000);
  }
});

test("many moments of a kind at one place have one mark", () => {
  const moments = Array.from({ length: 1000 }, (_, at) => ({ what: at % 2 ? "fault" : "handoff", wall: 150 + at / 1e6 }));
  assert.equal(thinned(moments, { from: 100, to: 200 }).length, 2);
  assert.equal(thinned([{ what: "fault", wall: 99 }], { from: 100, to: 200 }).length, 0);
});

test("the releases of a busy lock do not hide an election's handoff", () => {
  const releases = Array.from({ length: 1000 }, (_, at) => ({ seq: at, what: "handoff", data: { fault: "release" }, wall: 100 + at / 10 }));
  const handoff = { seq: 1001, what: "handoff", data: { fault: "kill" }, wall: 150 };
  const span = { from: 100, to: 200 };
  const marks = thinned([...releases.slice(0, 500), handoff, ...releases.slice(500)], span);
  assert.equal(marks.at(-1), handoff);
  assert.equal(marks.filter((one) => one !== handoff).length, marks.length - 1);
  assert.deepEqual([releases[3], handoff].map(wanted("")), [false, true]);
  assert.deepEqual([releases[3], handoff].map(wanted("release")), [true, false]);
});
