// The REST interface: what acts is refused while the page shows the past, whoever asks for it.
import assert from "node:assert/strict";
import { test } from "node:test";

import { call, refuseActs } from "../../static/js/rest.js";

test("a save from a dialog that was opened before is refused in the past", async (t) => {
  const sent = [];
  t.mock.method(globalThis, "fetch", async (path, { method }) => (sent.push(method), new Response("{}")));
  let past = "The page shows the past";
  refuseActs(() => past);
  await assert.rejects(call("PUT", "znodes", { path: "/a" }), /shows the past/);
  await call("GET", "znodes?path=/a");
  past = null;
  await call("PUT", "znodes", { path: "/a" });
  assert.deepEqual(sent, ["GET", "PUT"]);
});
