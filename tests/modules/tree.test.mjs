// The open part of the tree: windows into folders of any size.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createTree } from "../../static/js/tree.js";

const child = (name) => ({ name, kind: "persistent", children: 0 });
const whole = (path, ...names) => ({ path, exists: true, total: names.length, from: 0, children: names.map(child) });
const rowsOf = (tree) => Array.from({ length: tree.rowCount() }, (_, index) => tree.rowAt(index));

function treeWith(...messages) {
  const asked = [];
  const tree = createTree((paths) => asked.push(paths), () => {});
  for (const message of messages) {
    tree.open(message.path);
    tree.take(message);
  }
  return { tree, asked };
}

test("rows stand below the folder that holds them", () => {
  const { tree } = treeWith(whole("/", "a", "b"), whole("/a", "x", "y"));
  assert.deepEqual(rowsOf(tree).map(({ path }) => path), ["/", "/a", "/a/x", "/a/y", "/b"]);
  assert.equal(tree.indexOf("/b"), 4);
});

test("what has gone stays marked for a moment", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { tree } = treeWith(whole("/", "a", "b"));
  tree.take(whole("/", "b", "c"));
  assert.deepEqual(rowsOf(tree).map(({ path, gone }) => [path, Boolean(gone)]).slice(1), [
    ["/a", true],
    ["/b", false],
    ["/c", false],
  ]);
  assert.equal(tree.mark("/c"), "new");
  t.mock.timers.tick(3_000);
  assert.deepEqual(rowsOf(tree).map(({ path }) => path), ["/", "/b", "/c"]);
});

test("a large folder is asked for by windows", () => {
  const { tree, asked } = treeWith({ ...whole("/", "a"), total: 100_000 });
  assert.equal(tree.rowCount(), 100_001);
  assert.equal(tree.rowAt(5_000).child, undefined);
  tree.show([50_000, 50_040].map((place) => ({ folder: "/", place })));
  const [{ path, from, count }] = asked.at(-1);
  assert.equal(path, "/");
  assert.ok(from <= 50_000 && from + count > 50_040 && count < 1_000);
});

test("a change makes of the window what a whole one would be", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { tree } = treeWith(whole("/", "a", "b", "d"));
  const child = { name: "d", kind: "ephemeral", children: 0 };
  tree.takeChange({ path: "/", exists: true, total: 3, from: 0, gone: ["a"], children: { 1: { name: "c" }, 2: child } });
  t.mock.timers.tick(3_000);
  assert.deepEqual(rowsOf(tree).map(({ path }) => path), ["/", "/b", "/c", "/d"]);
  assert.equal(tree.rowAt(3).child, child);
});

test("a change of a window that is no longer the one in sight changes nothing", () => {
  const { tree } = treeWith({ ...whole("/", "a"), total: 100_000, from: 400 });
  tree.takeChange({ path: "/", exists: true, total: 100_000, from: 0, gone: [], children: { 0: { name: "c" } } });
  assert.equal(tree.rowAt(1).child, undefined);
});

test("to close a folder closes all that is in it", () => {
  const { tree } = treeWith(whole("/", "a"), whole("/a", "b"), whole("/a/b", "c"));
  tree.toggle("/a");
  assert.equal(tree.isOpen("/a/b"), false);
  assert.equal(tree.rowCount(), 2);
});

test("a row that is wanted is shown once it exists", () => {
  const { tree } = treeWith(whole("/", "a"));
  tree.reveal("/a/b");
  assert.equal(tree.revealed(), null);
  tree.open("/a");
  tree.take(whole("/a", "b"));
  assert.equal(tree.revealed(), 2);
  assert.equal(tree.revealed(), null);
});
