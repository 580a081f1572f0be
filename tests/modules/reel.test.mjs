// The past as the page plays it: a window of the run, whose documents are those of the run.
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerFrom } from "../../static/js/rest.js";
import { createReel } from "../../static/js/time/reel.js";

const LENGTH = 6000;
const HELD = 3000; // events that the page may hold
const eventOf = (seq) => ({ seq, at: seq / 1000, wall: 1e9 + seq / 1000, kind: "znode.changed", subject: "/a", data: {}, patch: { seq, odd: seq % 2 ? seq : null } });
const stateAt = (seq) => ({ seq, ...(seq % 2 ? { odd: seq } : {}) });

const RUNS = [{ run: "one", ended: 1e9 + 100 }, { run: "two", ended: 1e9 + 300 }]

/** Return what answers as the dashboard does, of a run of `LENGTH` events. */
function answer(path) {
  const [name, query] = path.split("?");
  const { at, since, limit } = Object.fromEntries([...new URLSearchParams(query)].map(([key, value]) => [key, Number(value)]));
  if (name === "moment") return { seq: at, state: stateAt(at), lists: [], now: at / 1000, wall: 1e9 + at / 1000, recent: [], run: "one" };
  return { events: Array.from({ length: Math.min(limit, LENGTH - since) }, (_, place) => eventOf(since + 1 + place)) };
}

/** Return a reel that shows the event `seq`, and what takes a number of steps. */
async function shownAt(seq) {
  answerFrom(answer);
  const nothing = () => {};
  const reel = createReel({ live: { seq: LENGTH, document: {}, events: [] }, changed: nothing, heard: nothing, announce: nothing, failed: assert.fail, runs: () => RUNS });
  await reel.show({ at: seq });
  const steps = async (count, direction) => {
    const end = reel.shown().store.seq + count * direction;
    for (let step = 0; step < count; step += 1) reel.step(direction);
    while (reel.shown().store.seq !== end) await new Promise(setImmediate);
  };
  return { reel, steps };
}

test("the page holds a window of a run that it plays, however long that is", async () => {
  const { reel, steps } = await shownAt(1);
  await steps(LENGTH - 500, 1);
  assert.ok(reel.shown().events.length <= HELD, `${reel.shown().events.length} events`);
  for (const [count, direction] of [[0, 1], [1, -1], [1200, -1], [7, 1]]) {
    await steps(count, direction);
    const { store, playhead } = reel.shown();
    assert.deepEqual(store.document, stateAt(store.seq));
    assert.equal(playhead, store.seq / 1000);
  }
  assert.deepEqual(reel.shown().store.events.map(({ seq }) => seq).at(-1), reel.shown().store.seq);
});

test("the clock stands at the time that is asked for, and where no dashboard ran then, that is known", async () => {
  const { reel, steps } = await shownAt(1);
  const last = { seq: 9, state: stateAt(9), lists: [], now: 50, wall: 1e9 + 50, recent: [], run: "one" };
  answerFrom((path) => (path.startsWith("moment?wall") ? last : answer(path)));
  const shownOf = async (seconds) => {
    await reel.show({ wall: 1e9 + seconds });
    const { clock } = reel.shown();
    return [clock.wallOf(clock.now()) - 1e9, reel.unwatched()];
  };
  assert.deepEqual(await shownOf(50), [50, null]);
  assert.deepEqual(await shownOf(80), [80, null]);
  assert.deepEqual(await shownOf(150), [50, 1e9 + 150]);
  await steps(1, 1);
  assert.equal(reel.unwatched(), null);
  last.run = "two";
  assert.deepEqual(await shownOf(400), [400, null]); // it runs on
});

test("where the history has stopped, it steps back as far as the dashboard has the events, and says where it has not", async () => {
  const FIRST = 5990; // the dashboard has no earlier one
  const said = [];
  answerFrom((path) => {
    const found = answer(path);
    if (found.seq < FIRST) throw new Error(`event ${found.seq} cannot be shown`);
    return found.events ? { events: found.events.slice(0, 2) } : found;
  });
  const live = { seq: LENGTH, document: { history: { stopped: "the disk is full" } }, events: [] };
  const nothing = () => {};
  const reel = createReel({ live, changed: nothing, heard: nothing, announce: nothing, failed: (text) => said.push(text), runs: () => [] });
  await reel.show({ at: 5991 });
  reel.step(-1);
  while (reel.shown().store.seq !== FIRST) await new Promise(setImmediate);
  assert.deepEqual(said, []);
  reel.step(-1);
  while (!said.length) await new Promise(setImmediate);
  assert.deepEqual([said, reel.shown().store.seq], [["event 5989 cannot be shown"], FIRST]);
});
