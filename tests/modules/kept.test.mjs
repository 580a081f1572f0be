// What the bar knows of the history: a late answer that belongs to another run is not taken.
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerFrom } from "../../static/js/rest.js";
import { createKept, newestOfEach } from "../../static/js/time/kept.js";

/** Return what answers the questions by hand: next(): the next question for the moments, and answer(moments) for it. */
function asked() {
  const waiting = [];
  const heard = [];
  answerFrom((path) => {
    if (path === "history") return { runs: [] };
    return new Promise((answer, refuse) => {
      const question = { path, answer: (moments) => answer({ moments }), refuse: (text) => refuse(new Error(text)) };
      heard.length ? heard.shift()(question) : waiting.push(question);
    });
  });
  return () => new Promise((take) => (waiting.length ? take(waiting.shift()) : heard.push(take)));
}

/**
 * Return what is kept, and what resolves with its next change.
 * @returns {[kept: ReturnType<typeof createKept>, changed: () => Promise<void>]}
 */
function created() {
  let tell = () => undefined;
  const kept = createKept(() => tell());
  return [kept, () => new Promise((resolve) => (tell = resolve))];
}

const settled = () => new Promise((later) => setTimeout(later)); // all that was answered has been taken
const seqs = ({ moments }) => moments.map(({ seq }) => seq);

test("a late answer of another run is not taken, and the new run is asked for", async () => {
  const [next, [kept, changed]] = [asked(), created()];
  kept.look(9, "first");
  const late = await next();
  kept.look(20, "second");
  const question = await next();
  late.answer([{ seq: 7 }]);
  await settled();
  const drawn = changed();
  question.answer([{ seq: 15 }]);
  await drawn;
  assert.deepEqual(seqs(kept), [15]);
});

test("what is forgotten is asked for again, while an answer is under way too", async () => {
  const [next, [kept, changed]] = [asked(), created()];
  kept.look(9, "run");
  const late = await next();
  kept.forget();
  kept.look(9, "run");
  const question = await next();
  const drawn = changed();
  question.answer([{ seq: 3 }]);
  await drawn;
  late.answer([{ seq: 3 }, { seq: 4 }]);
  await settled();
  assert.deepEqual(seqs(kept), [3]);
});

test("a question that fails is asked again with the next event", async () => {
  const [next, [kept, changed]] = [asked(), created()];
  kept.look(9, "run");
  let drawn = changed();
  (await next()).refuse("no answer");
  await drawn;
  assert.equal(kept.error, "no answer");
  kept.look(10, "run");
  drawn = changed();
  (await next()).answer([{ seq: 3 }]);
  await drawn;
  assert.deepEqual([seqs(kept), kept.error], [[3], null]);
});

test("the hand-overs of a busy lock push no fault and no other handoff out", () => {
  const moments = ["fault c1", "handoff /e", "fault c2", "fault c3", "handoff /l", "handoff /l", "handoff /l"].map((word, seq) => {
    const [what, subject] = word.split(" ");
    return { seq, what, subject };
  });
  assert.deepEqual(newestOfEach(moments, 2).map(({ seq }) => seq), [1, 2, 3, 5, 6]);
  assert.deepEqual(newestOfEach(moments, 9), moments);
});
