// The REST interface: what acts is refused while the page shows the past, whoever asks for it; an answer that does not
// come whole is none.
import assert from "node:assert/strict";
import { test } from "node:test";

import { answerFrom, call, refuseActs } from "../../static/js/rest.js";

/** Have the dashboard answer by `fetch`, whatever answered in another file's tests. */
function served(t, fetch) {
  answerFrom(null);
  t.mock.method(globalThis, "fetch", fetch);
}

test("a save from a dialog that was opened before is refused in the past", async (t) => {
  const sent = [];
  served(t, async (_path, { method }) => (sent.push(method), new Response("{}")));
  let past = "The page shows the past";
  refuseActs(() => past);
  await assert.rejects(call("PUT", "znodes", { path: "/a" }), /shows the past/);
  await call("GET", "znodes?path=/a");
  past = null;
  await call("PUT", "znodes", { path: "/a" });
  assert.deepEqual(sent, ["GET", "PUT"]);
});

/** A body that ends like one whose reader, or whose other side, has given up. */
const brokenOff = (error) => new Response(new ReadableStream({ start: (body) => body.error(error) }));

test("an answer whose body does not come in time is late, and one that breaks off is none", async (t) => {
  const errors = [new DOMException("signal timed out", "TimeoutError"), new TypeError("network error")];
  served(t, async () => brokenOff(errors.shift()));
  await assert.rejects(call("GET", "moments"), { message: "The dashboard did not answer within 20 s." });
  await assert.rejects(call("GET", "moments"), { message: "The dashboard cannot be reached." });
});

test("a refusal that is not JSON is told by its number", async (t) => {
  served(t, async () => new Response("<html>", { status: 502 }));
  await assert.rejects(call("GET", "moments"), /answered 502 to GET moments/);
});
