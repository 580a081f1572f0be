// Folds a recorded run as a page does, and compares it with what was live, wherever that is given.
// A value null and a missing one are the same. Prints how many documents were compared.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { createStore } from "../../static/js/store.js";

const { snapshot, events, documents } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const withoutNull = (value) => {
  if (!isObject(value)) return value;
  const left = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(left.map(([key, one]) => [key, withoutNull(one)]));
};

const store = createStore();
store.takeSnapshot(snapshot);
let compared = 0;
for (const event of events) {
  assert.equal(store.takeEvents({ events: [event] }), true, `event ${event.seq} leaves a gap`);
  const live = documents[event.seq];
  if (!live) continue;
  assert.deepEqual(withoutNull(store.document), withoutNull(live), `after event ${event.seq}`);
  compared += 1;
}
console.log(compared);
