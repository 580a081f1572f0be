// The targets of the actions, and the sentences about them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { holderOf, refusal, targetOf } from "../../static/js/targets.js";

const KILL = { word: "kill", action: "kill", be: "be killed" };

/** Return a view in which nobody is chosen, and nobody has its only role. */
function viewWith(role) {
  return { state: { candidates: {} }, chosen: { candidate: null }, here: { roles: () => [{ id: null, ...role }] } };
}

test("a role's holder is a person in a sentence, whatever the word on its button is", () => {
  assert.equal(holderOf({ role: "leader" }), "the leader");
  assert.equal(holderOf({ role: "found", who: "the provider that is found" }), "the provider that is found");
});

test("an action without a target says whom it lacks", () => {
  const why = (role) => refusal(KILL, targetOf(viewWith(role), "kill"));
  assert.equal(why({ role: "leader" }), "Nobody is the leader now");
  assert.equal(why({ role: "at work", who: "the consumer at work" }), "Nobody is the consumer at work now");
});
