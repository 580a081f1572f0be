// The tree of the past: what the documents of a moment name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createPastTree, createPastZnodes, searched } from "../../static/js/past/znodes.js";
import { znodesOf as ofElection } from "../../static/js/recipes/election/znodes.js";
import { znodesOf as ofQueue } from "../../static/js/recipes/queue/znodes.js";
import { createTree } from "../../static/js/tree.js";

const SUBJECTS = [{ section: "elections", znodes: ofElection }, { section: "queues", znodes: ofQueue }, { section: null }];
const member = (znode, candidate, session = `0x${candidate}`) => ({ znode, session, candidate, czxid: 5 });
const election = (path, ...chain) => ({ path, chain, acknowledged: null, data: null });
const stateOf = (...elections) => ({ elections: Object.fromEntries(elections.map((one) => [one.path, one])) });
const rowsOf = (tree) => Array.from({ length: tree.rowCount() }, (_, index) => tree.rowAt(index));
const pathsOf = (tree) => rowsOf(tree).map(({ path }) => path);

function past(...states) {
  const live = createTree(() => {}, () => {});
  live.open("/");
  live.open("/e");
  const znodesAt = createPastZnodes(SUBJECTS);
  const tree = createPastTree(live, () => {});
  states.forEach((state) => tree.take(znodesAt(state)));
  return { tree, live, at: (state) => tree.take(znodesAt(state)) };
}

test("a candidate's znode stands below its election, with its owner", () => {
  const { tree } = past(stateOf(election("/e", member("n_0000000001", "c1"))));
  assert.deepEqual(pathsOf(tree), ["/", "/e", "/e/n_0000000001"]);
  const { child } = rowsOf(tree).at(-1);
  assert.deepEqual([child.kind, child.candidate, child.children], ["ephemeral_sequential", "c1", 0]);
});

test("nothing is said of the kind of a folder that no document tells of", () => {
  const { tree } = past(stateOf(election("/e", member("n_0000000001", "c1"))));
  assert.equal(tree.index().known.get("/e").kind, "unsaid");
});

test("a step back over an end brings the znode again, marked; a step on takes it", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const both = stateOf(election("/e", member("n_1", "c1"), member("n_2", "c2")));
  const one = stateOf(election("/e", member("n_2", "c2")));
  const { tree, at } = past(one);
  at(both);
  assert.equal(tree.mark("/e/n_1"), "new");
  at(one);
  assert.equal(tree.mark("/e/n_1"), "gone");
  t.mock.timers.tick(3_000);
  assert.deepEqual(pathsOf(tree), ["/", "/e", "/e/n_2"]);
});

test("names that differ by their GUID stand in the order of their numbers", () => {
  const names = ["3f", "2e", "1d"].map((start, number) => `${start.padEnd(32, "0")}-n_000000000${number}`);
  const { tree } = past(stateOf(election("/e", ...[1, 2, 0].map((at) => member(names[at], `c${at}`)))));
  assert.deepEqual(rowsOf(tree).slice(2).map(({ name }) => name), names);
});

test("what is open in one tree is open in the other", () => {
  const { tree, live } = past(stateOf(election("/e", member("n_1", "c1")), election("/f", member("n_1", "c2"))));
  tree.toggle("/f");
  assert.ok(live.isOpen("/f"));
  tree.toggle("/e");
  assert.ok(!live.isOpen("/e"));
});

test("an event that names no other znodes leaves the tree as it is", () => {
  const one = election("/e", member("n_1", "c1"));
  const znodesAt = createPastZnodes(SUBJECTS);
  assert.equal(znodesAt(stateOf(one)), znodesAt({ ...stateOf(one), candidates: {} }));
});

test("names from ZooKeeper are names, whatever they are", () => {
  const names = ["__proto__", "constructor", "<b>bold", "a b", "\"'", "\u202e‮日本", "#0"];
  const { tree } = past(stateOf(election("/e", ...names.map((name) => member(name, "c1")))));
  assert.deepEqual(new Set(rowsOf(tree).slice(2).map(({ name }) => name)), new Set(names));
  assert.deepEqual(searched(tree.index(), "<B>"), ["/e/<b>bold"]);
});

test("a queue's items that are only counted are counted", () => {
  const queue = { path: "/e", items: {}, early: {}, line: [], beyond: { "item-": [[5, 9], [11, 11]] } };
  const { tree } = past({ queues: { "/e": queue } });
  assert.equal(tree.index().known.get("/e/items").more, 6);
});

test("a document of another version takes nothing from the others", () => {
  const { tree } = past({ ...stateOf(election("/e", member("n_1", "c1"))), queues: { "/q": { path: "/q" } } });
  assert.ok(pathsOf(tree).includes("/e/n_1"));
});

test("a thousand members are rows like few", () => {
  const members = Array.from({ length: 1_000 }, (_, number) => member(`n_${String(number).padStart(10, "0")}`, "c1"));
  const { tree } = past(stateOf(election("/e", ...members)));
  assert.equal(tree.rowCount(), 1_002);
  assert.equal(tree.indexOf("/e/n_0000000999"), 1_001);
});
