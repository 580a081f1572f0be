// What the view of a barrier says of its processes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { peopleOf, wordsOf } from "../../static/js/recipes/barrier/people.js";

const NAMES = ["r2-n_4", "r2-n_5", "r2-n_6"];

/** A barrier for two, at which three have come for round 2; `ready` is that of the latest round. */
function words(round, members) {
  const barrier = {
    size: 2,
    round,
    ready: round ? { [`round-${round}`]: { round, members } } : {},
    people: Object.fromEntries(NAMES.map((_, at) => [`c${at}`, { stage: "entering", round: 2 }])),
    processes: Object.fromEntries(NAMES.map((name, at) => [name, { round: 2, candidate: `c${at}` }])),
  };
  const candidates = Object.fromEntries(NAMES.map((_, at) => [`c${at}`, { process: "running", belief: "waiting" }]));
  return peopleOf({ state: { candidates }, barrier }).map((person) => wordsOf(person, barrier));
}

test("whom ready names enters, and only who comes after it is too late", () => {
  assert.deepEqual(words(2, NAMES.slice(0, 2)), ["named by ready: enters", "named by ready: enters", "too late for this round"]);
});

test("until there is a ready, nobody is too late", () => {
  assert.deepEqual(words(1, ["r1-n_1", "r1-n_2"]), Array(3).fill("waits: all have come"));
});
