// The fold of what the dashboard sends.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createStore, foldAll } from "../../static/js/store.js";

const fold = (document, patch) => foldAll(document, [patch]);

const entry = (znode, place, more = {}) => ({ znode, place, ...more });
const ELECTION = { path: "/e", chain: { a: entry("a", 0), c: entry("c", 2) } };
const LISTS = ["elections.*.chain", "locks.*.queue", "groups.*.changes", "groups.*.changes.*.told"];
const snapshot = () => ({
  seq: 1,
  state: { seq: 1, elections: { "/e": ELECTION }, candidates: { c1: {} } },
  lists: LISTS,
  recent: [],
});

function storeWith(...patches) {
  const store = createStore();
  store.takeSnapshot(snapshot());
  patches.forEach((patch, at) => store.takeEvents({ events: [{ seq: at + 2, kind: "x", patch }] }));
  return store;
}

test("a patch changes, adds and removes", () => {
  assert.deepEqual(fold({ a: 1, b: { c: 2, d: 3 } }, { a: null, b: { d: 4 }, e: [1] }), { b: { c: 2, d: 4 }, e: [1] });
});

test("what a patch does not touch keeps its identity", () => {
  const before = { a: { deep: {} }, b: {} };
  const after = fold(before, { b: { c: 1 } });
  assert.equal(after.a, before.a);
  assert.notEqual(after.b, before.b);
});

test("a part that many patches of one message change is copied once", () => {
  const keys = Object.fromEntries([...Array(100)].map((_, at) => [`n_${at}`, { place: at }]));
  let read = 0;
  const counted = new Proxy(keys, {
    get: (target, key) => Reflect.get(target, key),
    getOwnPropertyDescriptor: (target, key) => ((read += 1), Reflect.getOwnPropertyDescriptor(target, key)),
  });
  const patches = [...Array(10)].map((_, at) => ({ chain: { [`n_${at}`]: null } }));
  const before = { chain: counted };
  const after = foldAll(before, patches);
  assert.equal(read, 100);
  assert.equal(Object.keys(after.chain).length, 90);
  assert.equal(Object.keys(before.chain).length, 100);
  assert.deepEqual(after, patches.reduce((document, patch) => fold(document, patch), before));
});

test("words that lead in a circle have an end", () => {
  for (const racers of [{ "": "" }, { "": "a", a: "" }]) {
    const store = createStore();
    store.takeSnapshot({ seq: 1, state: { racers }, lists: ["racers"], recent: [] });
    assert.ok(store.document.racers.length < 2);
  }
});

test("a key named __proto__ is a key like any other", () => {
  const after = fold({}, JSON.parse('{"__proto__": {"c": 1}}'));
  assert.deepEqual(Object.keys(after), ["__proto__"]);
  assert.equal(after.c, undefined);
  const patches = ['{"names": {"__proto__": {"a": 1}}}', '{"names": {"__proto__": {"b": 2}, "x": 3}}'];
  const folded = patches.map((patch) => JSON.parse(patch)).reduce(fold, {});
  assert.equal(JSON.stringify(folded), '{"names":{"__proto__":{"a":1,"b":2},"x":3}}');
});

test("a chain is a list in the order of the places", () => {
  const { document } = storeWith({ elections: { "/e": { chain: { b: entry("b", 1) } } } });
  assert.deepEqual(document.elections["/e"].chain.map(({ znode }) => znode), ["a", "b", "c"]);
});

test("a list of words is in the order in which each names the one before", () => {
  const queue = { c3: "c1", c1: "", c2: "c3" };
  const { document } = storeWith({ locks: { "/l": { queue } } }, { locks: { "/l": { queue: { c3: null, c2: "c1", c4: "c2" } } } });
  assert.deepEqual(document.locks["/l"].queue, ["c1", "c2", "c4"]);
});

test("an empty list, and a list within a list, are lists", () => {
  const changes = { "0.0": { place: 0, told: {} }, "1.0": { place: 1, told: { c1: "" } } };
  const { document } = storeWith({ locks: { "/l": { queue: {} } }, groups: { "/": { changes, nodes: { changes: {} } } } });
  assert.deepEqual(document.locks["/l"].queue, []);
  assert.deepEqual(document.groups["/"].changes.map(({ told }) => told), [[], ["c1"]]);
  assert.deepEqual(document.groups["/"].nodes, { changes: {} });
});

test("a chain and its members that did not change keep their identity", () => {
  const store = storeWith();
  const before = store.document;
  store.takeEvents({ events: [{ seq: 2, kind: "x", patch: { candidates: { c1: { belief: "leading" } } } }] });
  assert.equal(store.document.elections, before.elections);
  store.takeEvents({ events: [{ seq: 3, kind: "x", patch: { elections: { "/e": { chain: { c: { watches: "a" } } } } } }] });
  const [first, last] = store.document.elections["/e"].chain;
  assert.equal(first, before.elections["/e"].chain[0]);
  assert.equal(last.watches, "a");
});

test("events that are known are passed over, and a gap is told", () => {
  const store = storeWith({ seq: 2 });
  assert.equal(store.takeEvents({ events: [{ seq: 2, kind: "x", patch: { seq: 9 } }] }), true);
  assert.equal(store.document.seq, 2);
  assert.equal(store.takeEvents({ events: [{ seq: 4, kind: "x", patch: {} }] }), false);
});

test("a page of the past goes before what is there", () => {
  const store = storeWith({ seq: 2 });
  store.takeEarlier({ events: [{ seq: 0 }, { seq: 2 }], next: 0, begins: true, whole: true });
  assert.deepEqual(store.events.map(({ seq }) => seq), [0, 2]);
  assert.deepEqual(store.past, { before: 0, begins: true, whole: true });
});
