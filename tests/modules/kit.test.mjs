// What views are made of, as far as it knows no page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { keeper } from "../../static/js/store.js";
import { Reasons, inOrder } from "../../static/js/kit/checks.js";
import { chosenAmong, counted, nulls, walkingKeys, whyNotRestart } from "../../static/js/kit/nodes.js";
import { spokenAll, withoutInvitation } from "../../static/js/kit/story.js";
import { walking } from "../../static/js/kit/controls/elements.js";
import { weave } from "../../static/js/weave.js";

const NODES = counted({ n10: { candidate: "c3" }, n2: { candidate: null }, n1: { candidate: "c1", holder: "c9" } }, nulls("candidate holder"));

test("nodes are in the order in which people count, with what a patch has removed", () => {
  assert.deepEqual(NODES.map(({ id }) => id), ["n1", "n2", "n10"]);
  assert.equal(NODES[2].holder, null);
});

test("the node of the chosen candidate goes before the node that was chosen itself", () => {
  const chosen = (candidate, node) => chosenAmong(NODES, "node", { candidate, node })?.id ?? null;
  assert.deepEqual([chosen("c3", "n2"), chosen("c9", null), chosen(null, "n2"), chosen(null, "n1")], ["n10", "n1", "n2", null]);
});

test("a time that runs is said without its number, and nothing is about it", () => {
  const parts = ["It hears in about ", { left: 9 }, "; in About ", { left: 3 }, " it knows what was ", { ago: 1 }, "."];
  assert.equal(spokenAll(parts), "It hears in a while; in a while it knows what was a moment ago.");
});

test("a node is started again only if it is down", () => {
  assert.equal(whyNotRestart(undefined), "No node is down");
  assert.match(whyNotRestart({ id: "n1", process: "running", candidate: "c1" }), /already running, as c1/);
  assert.match(whyNotRestart({ id: "n1", process: "paused" }), /frozen/);
  assert.equal(whyNotRestart({ id: "n1", process: "exited" }), null);
});

test("arrow keys walk the nodes, and stop at the ends", () => {
  const [before, after] = walkingKeys("node", () => NODES, ({ at }) => NODES[at]);
  const from = (key, at) => {
    let next = null;
    key.run({ at, choose: ({ node }) => (next = node) });
    return next;
  };
  assert.deepEqual([from(after), from(before), from(after, 0), from(after, 2), from(before, 0)], ["n1", "n10", "n2", "n10", "n1"]);
});

/** Press a key in a row of three tabs, on the one at `at`; return which is chosen then, null for none. */
function press(key, at) {
  const children = [0, 1, 2].map(() => ({ focus() {}, getClientRects: () => [{}] }));
  let chosen = null;
  walking((next) => (chosen = next))({ key, currentTarget: { children }, target: children[at], preventDefault() {} });
  return chosen;
}

test("arrow keys walk a row of tabs in a ring; up and down do not", () => {
  assert.deepEqual([press("ArrowRight", 2), press("ArrowLeft", 0), press("ArrowDown", 0)], [0, 2, null]);
});

test("what has gone lingers before what was behind it", () => {
  assert.deepEqual(weave(["a", "b", "c"], ["a", "c", "d"], () => true), ["a", "b", "c", "d"]);
  assert.deepEqual(weave(["a", "b"], ["b"], () => false), ["b"]);
});

test("one object stands for one content", () => {
  const keep = keeper();
  const first = keep({ a: 1 });
  assert.equal(keep({ a: 1 }), first);
  assert.notEqual(keep({ a: 2 }), first);
});

test("an invariant keeps its place, whatever is known of it", () => {
  const words = { fifo: ["in order", ""], holder: ["one holder", ""], fence: ["fenced", ""] };
  assert.deepEqual(inOrder({ fence: true, other: true, fifo: null }, words), [["fifo", null], ["fence", true], ["other", true]]);
});

test("a violation is only told once it counts: until then the invariant holds", () => {
  const violations = [{ invariant: "fifo", detail: "c2 was overtaken" }];
  assert.equal(Reasons({ of: { invariants: { fifo: true }, violations } }), null);
  for (const fifo of [false, null]) assert.ok(Reasons({ of: { invariants: { fifo }, violations } }));
  assert.equal(Reasons({ of: { invariants: { fifo: true } } }), null);
});

test("where nobody can act, no sentence asks for anything", () => {
  const told = ["Nobody wants this lock. Start three clients, and see them take turns.", "There is no node yet. Start a node: then a person can decide.", "c1 leads."];
  assert.deepEqual(withoutInvitation([...told, { who: "Start five" }]), ["Nobody wants this lock.", "There is no node yet.", "c1 leads.", { who: "Start five" }]);
  const all = readFileSync(new URL("../readmodels/sentences.txt", import.meta.url), "utf8").split("\n");
  const asking = all.filter((line) => /^(Start|Begin|Add|Publish|End|Kill|Move|Give|Put) /.test(line) && !line.startsWith("Start Handoff "));
  assert.ok(asking.length > 10);
  assert.deepEqual(withoutInvitation(asking.map((line) => line.replaceAll(" N ", " three "))).filter(Boolean), []);
});
