// The session as the stage draws it: the line between a process and its znode.
import assert from "node:assert/strict";
import { test } from "node:test";

import { endOf, leftWords, outlives, shareLeft } from "../../static/js/kit/session.js";
import { partsOf, sessionOf } from "../../static/js/kit/stage/looks.js";

const entry = { znode: "n_1", session: "0x7" };
const gone = (candidate, pending = false) => sessionOf({ entry, ghost: true, candidate, pending });

test("a session goes on where its process has only deleted its znode", () => {
  assert.equal(gone({ process: "running", session: "0x7", belief: "idle" }), "kept");
  assert.equal(gone({ process: "running", session: "0x7", belief: "holding" }, true), "kept");
});

test("it is over where the process ended, is frozen, cut off or does not know it yet, or has another session or none", () => {
  for (const candidate of [
    null,
    { process: "exited", session: "0x7" },
    { process: "paused", session: "0x7" },
    { process: "running", session: "0x7", belief: "suspended" },
    { process: "running", session: "0x7", belief: "holding" },
    { process: "running", session: "0x7", belief: "waiting", fault: { kind: "expire" } },
    { process: "running", session: "0x8" },
    { process: "running", session: null },
  ]) {
    assert.equal(gone(candidate), "ended");
  }
});

test("a dead process is shown for as long as ZooKeeper has its session", () => {
  const dead = { process: "exited", session_ends: 104 };
  assert.deepEqual([103, 104].map((now) => outlives(dead, now)), [true, false]);
  assert.ok(!outlives({ process: "exited", session_ends: null }, 103)); // it has closed its session
  assert.ok(!outlives({ process: "running", session_ends: 104 }, 103));
});

test("no session runs out while there is no quorum, or the only server is frozen", () => {
  const dead = { process: "exited", session_ends: 104 };
  const words = (zookeeper) => leftWords(endOf({ zookeeper }, dead, true), 100);
  assert.equal(words({ quorum: { lost: false }, servers: [] }), "session 4.0 s");
  assert.equal(words({ quorum: { lost: true }, servers: [] }), "session held");
  assert.equal(words({ quorum: null, servers: [{ id: "s1", process: "paused" }] }), "session held");
  assert.equal(words({ quorum: null, servers: [{ id: "s1", process: "running" }] }), "session 4.0 s");
  assert.equal(shareLeft(4000, endOf({ zookeeper: { quorum: { lost: true }, servers: [] } }, dead, true), 100), 1);
});

test("a candidate whose process is still to be made has no number of one", () => {
  const said = (candidate) => partsOf({ id: "c1", entry: null, candidate }).join(", ");
  assert.equal(said({ process: "running", belief: "joining" }), "c1, joining, no process yet, belief joining, has no znode");
  assert.match(said({ pid: 4711, process: "running", belief: "joining" }), /, process 4711 running, /);
});

test("who has the lowest znode and has not been told yet has its turn, as the sentence says", () => {
  const said = (truth, more) => partsOf({ id: "c1", entry: { label: "n_1", truth }, candidate: { pid: 1, process: "running", belief: "waiting" }, ...more })[1];
  assert.equal(said("leader"), "its turn");
  assert.equal(said("waiting"), "waits");
  assert.equal(said("leader", { ghost: true }), "waits");
});
