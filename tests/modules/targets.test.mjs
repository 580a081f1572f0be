// The targets of the actions, and the sentences about them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Hint } from "../../static/js/kit/hint.js";
import { entryNode, serving, whyNotAdd } from "../../static/js/recipes/bookshelf/nodes.js";
import { answering } from "../../static/js/recipes/sharedlock/people.js";
import { holderOf, refusal, serverRefusal, targetOf } from "../../static/js/targets.js";

let views = 0;
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

test("a refusal says in plain words why not", () => {
  const why = (action, candidate) => refusal(action, { id: "c240", candidate: { allowed: [], ...candidate } });
  const freeze = { word: "freeze", action: "pause", be: "be frozen" };
  assert.equal(why(freeze, { lifecycle: "exited" }), "c240 cannot be frozen: its process has ended");
  assert.equal(why(freeze, { lifecycle: "ending" }), "c240 cannot be frozen: it has just been killed");
  assert.equal(why({ word: "resign", action: "resign", running: "it does not lead" }, { lifecycle: "running" }), "c240 cannot resign: it does not lead");
  assert.equal(serverRefusal(freeze, { id: "s2", process: "stopped", allowed: [] }), "s2 cannot be frozen: it is down. Restart it");
});

test("a hint is given only while its key does something to whom it is about", () => {
  const freeze = { word: "freeze", action: "pause", key: "f" };
  const here = (held, hint) => ({ id: `v${++views}`, roles: () => [{ role: "leader", ...held }], crew: () => ({ ids: ["c1", "c2"] }), hints: [{ say: "freeze it.", key: "f", ...hint }] });
  const candidates = { c1: { process: "running", allowed: [] }, c2: { process: "running", allowed: ["pause"] } };
  const shown = (held, hint = { role: "leader" }) => {
    /** @type {any} */
    const drawn = Hint({ state: { candidates, zookeeper: { state: "connected" } }, chosen: { hints: true, letters: true }, guide: { isOpen: () => false }, acts: [freeze], here: here(held, hint) });
    return drawn.props.children !== undefined;
  };
  assert.deepEqual([{ id: "c1" }, { id: "c2" }, { id: null }, { id: null, label: "theirs" }].map((held) => shown(held)), [false, true, false, false]);
  assert.equal(shown({ id: "c1" }, { role: undefined }), true);
});

test("a book is asked of the leader, else of a node that runs: never of a dead one", () => {
  const node = (process, standing, more) => ({ process, standing, candidate: `c-${process}`, ...more });
  const view = (nodes, chosen = {}) => ({ shelf: { leader: "n1", nodes }, chosen: { candidate: null, book_node: null, ...chosen } });
  const [leads, dead, follows] = [node("running", "leading"), node("exited", "fading"), node("running", "in sync")];
  const asked = (of) => [entryNode(of)?.id ?? null, serving(of)?.id ?? null, whyNotAdd(of)];
  assert.deepEqual(asked(view({ n1: leads, n2: follows })), ["n1", "n1", null]);
  assert.deepEqual(asked(view({ n1: dead, n2: follows })), ["n2", null, "Nobody leads now: no node takes a book before one leads"]);
  assert.deepEqual(asked(view({ n1: dead })), [null, null, "No node runs: start three"]);
  assert.deepEqual(asked(view({ n1: dead, n2: follows }, { candidate: "c-exited" })), ["n1", null, "n1 is down: it takes no book"]);
});

test("a holder is asked to give back only while it can answer", () => {
  const chain = ["c1", "c2"].map((candidate) => ({ candidate, truth: "holder", revoked: false }));
  const asked = (...processes) => answering({ shared: { chain }, state: { candidates: { c1: { process: processes[0] }, c2: { process: processes[1] } } } })?.candidate;
  assert.deepEqual([asked("running", "running"), asked("exited", "running"), asked("exited", "paused")], ["c1", "c2", undefined]);
});
