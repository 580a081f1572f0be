// What follows from a message is shown as the message arrives.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createClock } from "../../static/js/clock.js";
import { createPace, endedLately } from "../../static/js/pace.js";
import { createStore } from "../../static/js/store.js";

const LONGEST_MS = 900;
const ARRIVED_MS = 1000;

const deleted = (seq, at, znode = "a") => ({ seq, at, kind: "znode.deleted", subject: `/e/${znode}`, data: {}, patch: { crown: seq } });
const notified = (seq, at, subject = "c2", znode = "a") => ({ seq, at, kind: "candidate.notified", subject, data: { znode }, patch: { told: seq } });
const claims = (seq, at, subject = "c2") => ({ seq, at, kind: "candidate.reported", subject, data: { belief: "leading" }, patch: { leads: subject } });

function paced(t, { isLive = false, draws = true } = {}) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const store = createStore();
  const clock = createClock(() => 100);
  const [local, redrawn, frames] = [{ now: 0 }, [], []];
  const pace = createPace(store, clock, () => isLive, () => redrawn.push(local.now), () => local.now, (draw) => frames.push(draw));
  const drawn = [];
  pace.herald((event, ms) => {
    if (event.kind === "candidate.notified" && draws) drawn.push([event.subject, ms]);
    return draws && ["candidate.notified", "znode.deleted"].includes(event.kind);
  });
  pace.takeSnapshot({ seq: 1, state: {}, lists: [], recent: [] });
  const take = (...events) => pace.takeEvents({ events });
  const draw = (at) => frames.splice(0).forEach((one) => one(at));
  const pass = (ms) => ((local.now += ms), t.mock.timers.tick(ms), draw(local.now));
  return { store, clock, pace, drawn, redrawn, take, pass, draw, arrive: () => pass(ARRIVED_MS) };
}

test("the cause shows at once, and the claim as its message arrives", (t) => {
  const { store, drawn, take, arrive } = paced(t);
  take(deleted(2, 5), notified(3, 5.001), claims(4, 5.002));
  assert.deepEqual(drawn, [["c2", LONGEST_MS]]);
  assert.deepEqual(store.document, { crown: 2 });
  take(claims(5, 5.003, "c3"));
  assert.deepEqual(store.document, { crown: 2 });
  arrive();
  assert.deepEqual(store.document, { crown: 2, told: 3, leads: "c3" });
});

test("a frame that comes late draws an earlier moment: the claim waits for the next one", (t) => {
  const { store, take, pass, draw } = paced(t);
  pass(5000);
  take(notified(2, 5.001), claims(3, 5.002));
  t.mock.timers.tick(LONGEST_MS + 50);
  draw(5000 + LONGEST_MS - 1);
  assert.deepEqual(store.document, {});
  draw(5000 + LONGEST_MS);
  assert.deepEqual(store.document, { told: 2, leads: "c2" });
});

test("what follows from an end waits for its message, even if it is seen before", (t) => {
  const { store, take, pass, arrive } = paced(t);
  take(deleted(2, 5), { seq: 3, at: 5.01, kind: "znode.created", subject: "/e/b", data: {}, patch: { crown: 3 } });
  assert.deepEqual(store.document, { crown: 2 });
  pass(10);
  take(notified(4, 5.001));
  assert.deepEqual(store.document, { crown: 2 });
  arrive();
  assert.deepEqual(store.document, { crown: 3, told: 4 });
});

test("of several that end at once, what each owner says of it may be held back", (t) => {
  const { pace, take, pass, arrive } = paced(t);
  take(deleted(2, 5, "a"), deleted(3, 5.001, "b"), notified(4, 5.002, "c3", "b"));
  assert.deepEqual(pace.pending, ["a", "b"]);
  arrive();
  assert.equal(pace.pending, null);
  pass(5000);
  take(deleted(5, 11, "c"), notified(6, 11.001, "c4", "c"));
  assert.deepEqual(pace.pending, ["c"]);
});

test("an owner has a moment to say that its znode has ended, also where nothing is held back", (t) => {
  const { pace, redrawn, take, pass } = paced(t, { isLive: true });
  take(deleted(2, 5, "a"));
  assert.deepEqual(pace.pending, ["a"]);
  pass(100);
  take(deleted(3, 5.1, "b"), claims(4, 5.101));
  assert.deepEqual([pace.pending, redrawn], [["a", "b"], []]);
  pass(160);
  assert.deepEqual([pace.pending, redrawn], [null, [260]]);
});

test("another znode of the same name ends anew", (t) => {
  const { pace, take, pass } = paced(t, { isLive: true });
  take(deleted(2, 5, "leader"));
  pass(300);
  take(deleted(3, 5.3, "leader"));
  assert.deepEqual(pace.pending, ["leader"]);
});

test("messages that follow each other at once leave the owner its moment, too", (t) => {
  const { store, pace, take, pass, arrive } = paced(t);
  take(deleted(2, 5, "a"), notified(3, 5.001));
  arrive();
  take(deleted(4, 6, "b"), notified(5, 6.001, "c3", "b"));
  pass(200);
  take(deleted(6, 6.2, "c"), notified(7, 6.201, "c4", "c"));
  assert.equal(store.seq, 7);
  assert.ok(pace.pending.includes("c"));
  pass(160);
  assert.equal(pace.pending, null);
});

test("an end of which nobody is told holds nothing back for long", (t) => {
  const { store, take, pass } = paced(t);
  take(deleted(2, 5), claims(3, 5.01));
  assert.deepEqual(store.document, { crown: 2 });
  pass(100);
  assert.deepEqual(store.document, { crown: 2, leads: "c2" });
});

test("the clock stands at the moment of the message until it has arrived", (t) => {
  const { clock, take, arrive } = paced(t);
  take(deleted(2, 5), notified(3, 5.001));
  assert.equal(clock.now(), 5.001);
  arrive();
  assert.equal(clock.now(), 100);
});

test("those that one end woke are told together", (t) => {
  const { store, drawn, take } = paced(t);
  take(deleted(2, 5), notified(3, 5.001), claims(4, 5.002), notified(5, 5.002, "c3"));
  assert.deepEqual(drawn.map(([subject]) => subject), ["c2", "c3"]);
  assert.deepEqual(store.document, { crown: 2 });
});

test("another message lets all before it happen, and waits for nothing itself", (t) => {
  const { store, take } = paced(t);
  take(deleted(2, 5), notified(3, 5.001), claims(4, 5.002));
  take(deleted(5, 5.1, "b"), notified(6, 5.11, "c3", "b"), claims(7, 5.12, "c3"));
  assert.deepEqual(store.document, { crown: 5, told: 6, leads: "c3" });
});

test("the more often messages come, the faster they are drawn", (t) => {
  const { drawn, take, arrive, pass } = paced(t);
  take(deleted(2, 5), notified(3, 5.001));
  arrive();
  take(deleted(4, 6, "b"), notified(5, 6.001, "c3", "b"));
  pass(200);
  take(deleted(6, 6.2, "d"), notified(7, 6.201, "c4", "d"));
  assert.deepEqual(drawn.map(([, ms]) => ms), [900, 350, 160]);
});

test("whoever acts acts on what is so", (t) => {
  const { store, pace, take } = paced(t);
  take(deleted(2, 5), notified(3, 5.001), claims(4, 5.002));
  assert.equal(pace.catchUp(), true);
  assert.equal(store.document.leads, "c2");
  assert.equal(pace.catchUp(), false);
});

for (const [why, how] of /** @type {const} */ ([["nothing moves", { isLive: true }], ["no picture shows the message", { draws: false }]]))
  test(`nothing waits where ${why}`, (t) => {
    const { store, take } = paced(t, how);
    take(deleted(2, 5), notified(3, 5.001), claims(4, 5.002));
    assert.equal(store.document.leads, "c2");
  });

test("it says how much slower than life the handoff was drawn", (t) => {
  const { pace, take, arrive } = paced(t);
  take(deleted(2, 5), notified(3, 5.001), claims(4, 5.003));
  arrive();
  const { ms, factor, ...what } = pace.slowed;
  assert.deepEqual(what, { path: "/e", znode: "a" });
  assert.deepEqual([ms.toFixed(3), factor.toFixed(0)], ["3.000", "300"]);
});

test("a deletion that is seen after what follows from it took no time below nothing", (t) => {
  const { pace, take, arrive } = paced(t);
  take(deleted(2, 5.02), notified(3, 5.001), claims(4, 5.003));
  arrive();
  assert.equal(pace.slowed.ms.toFixed(3), "2.000");
});

test("what was missed is asked for, after all that was held back", (t) => {
  const { store, take } = paced(t);
  take(deleted(2, 5), notified(3, 5.001), claims(4, 5.002));
  assert.equal(take(claims(9, 6, "c3")), false);
  assert.equal(store.seq, 4);
});

test("in the past, the word of the owner of a znode that has just ended comes later", () => {
  const events = [deleted(1, 100), notified(2, 100.01), deleted(3, 100.05, "b")];
  assert.deepEqual(endedLately(events, 100.1), ["a", "b"]);
  assert.deepEqual(endedLately(events, 100.2), ["b"]);
  assert.equal(endedLately(events, 101), null);
});
