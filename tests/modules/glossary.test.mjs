// Words of the glossary in texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { GLOSSARY, marked, wordFor } from "../../static/js/glossary.js";

test("a word is marked the first time that it stands there, as it is written there", () => {
  const texts = ["Create a znode with SEQUENCE", "A sequential znode; watch it"];
  assert.deepEqual(marked(texts), [
    ["Create a ", { word: "znode", text: "znode" }, " with ", { word: "sequential", text: "SEQUENCE" }, ""],
    ["A ", "sequential", " ", "znode", "; ", { word: "watch", text: "watch" }, " it"],
  ]);
});

test("a part of another word is not marked", () => {
  assert.deepEqual(marked(["sessions unwatched, epochal"]), [["sessions unwatched, epochal"]]);
});

test("every form leads to its word", () => {
  assert.equal(wordFor("cZxid"), "czxid");
  assert.equal(wordFor("last gap"), "gap");
  assert.equal(wordFor("nonsense"), null);
});

test("every word has one sentence, and its link is to ZooKeeper's documents", () => {
  for (const { says, more } of Object.values(GLOSSARY)) {
    assert.match(says, /^[A-Z].*\.$/);
    assert.ok(more === null || more.startsWith("https://zookeeper.apache.org/doc/"));
  }
});
