// Numbers, names and paths as people read them.
import assert from "node:assert/strict";
import { test } from "node:test";

import { bothEnds, count, milliseconds, nth, plural, running, shortIds, shortZnode, shortened, spelt } from "../../static/js/format.js";
import { baseOf, isWithin, join, lineage, parentOf } from "../../static/js/paths.js";

test("a time has as many digits as can be read", () => {
  const shown = [0.01, 7.14, 311.4, 2013, 12_345].map(milliseconds);
  assert.deepEqual(shown, ["< 0.1 ms", "7.1 ms", "311 ms", "2.01 s", "12.3 s"]);
  assert.deepEqual([-1, 59.94, 61, 3_720].map(running), ["0.0 s", "59.9 s", "1 min 1 s", "1 h 2 min"]);
});

test("a count has separators, and its noun agrees", () => {
  assert.equal(count(1_234_567), "1\u202f234\u202f567");
  assert.deepEqual([plural(1, "event"), plural(0, "event")], ["1 event", "0 events"]);
  assert.deepEqual([1, 2, 3, 4, 11, 21].map(nth), ["1st", "2nd", "3rd", "4th", "11th", "21st"]);
});

test("a name that is too long keeps its end", () => {
  assert.deepEqual([2, 12, 40].map((length) => shortened("worker-of-the-run-0017", length)), ["w…", "worker-…0017", "worker-of-the-run-0017"]);
});

test("a name without its GUID, and with what cannot be seen spelt out", () => {
  assert.equal(shortZnode("3b9aca00-1111-2222-3333-444455556666-n_0000000003"), "n_0000000003");
  assert.equal(shortZnode("_c_3b9aca00-1111-2222-3333-444455556666-latch-0000000003"), "latch-0000000003");
  const written = { "a\u202eb": "a\\u202eb", "\u200b": "\\u200b", "a\u0007\u009b": "a\\u0007\\u009b", "\u3164": "\\u3164", "\u{e0041}": "\\u{e0041}", "n\u2068n1\u2069": "n\\u2068n1\\u2069", "c1\ufe0f\u17b4": "c1\\ufe0f\\u17b4", "c\u{e0100}": "c\\u{e0100}" };
  assert.deepEqual(Object.keys(written).map(spelt), Object.values(written));
  for (const plain of ["two\nlines\tand blanks", "é ☠ 日本 שלום", "\u2068שלום_0000000001\u2069 leads", "🗳️ 👨‍👩‍👧"]) assert.equal(spelt(plain), plain);
  assert.equal(shortZnode("\u202e".repeat(40)).length, 40);
  assert.equal(bothEnds("x".repeat(1000)).length, 403);
});

test("sessions are told apart by as little as it takes", () => {
  const long = ["0x100012ab3400001", "0x200012ab3400001", "0x100012ab3400002", "0x12"];
  assert.deepEqual(long.map((one) => shortIds(long).get(one)), ["0x1…0001", "0x2…0001", "0x…0002", "0x12"]);
  const short = shortIds(["0x100001", "0x200001", "0x300002"]);
  assert.equal(new Set(short.values()).size, 3);
});

test("paths", () => {
  assert.deepEqual([join("/", "a"), join("/a", "b")], ["/a", "/a/b"]);
  assert.deepEqual([parentOf("/a/b"), parentOf("/a"), baseOf("/a/b"), baseOf("/")], ["/a", "/", "b", "/"]);
  assert.deepEqual([isWithin("/ab", "/a"), isWithin("/a/b", "/a"), isWithin("/a", "/")], [false, true, true]);
  assert.deepEqual([lineage("/a/b"), lineage("constructor")], [["/", "/a", "/a/b"], ["constructor"]]);
});
