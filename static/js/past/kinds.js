// What the recipes' documents tell of the kind of a znode.
import { join } from "../paths.js";

const NUMBERED = /\d{10}$/;

/** Return the znodes of those who stand in line at a path: [{path, kind, session, candidate}]. */
export function inLine(path, entries) {
  return entries.map((entry) => owned(join(path, entry.znode), entry, entry.candidate));
}

/** Return the znodes of nodes by name: an entry among all of them, and one among the live ones. */
export function onTheRoll(path, nodes) {
  const [all, live] = ["all_nodes", "live_nodes"].map((list) => join(path, list));
  return Object.entries(nodes).flatMap(([name, { entry, znode, candidate, session }]) => [
    ...(entry ? [{ path: join(all, name), kind: "persistent" }] : []),
    ...(znode ? [owned(join(live, name), znode, znode.session === session ? candidate : null)] : []),
  ]);
}

/** Return a znode: while its session is known it is ephemeral; read and without one, persistent. */
export function owned(path, { session, czxid }, candidate = null) {
  return { path, kind: kindOf(path, session, czxid), session, candidate };
}

function kindOf(path, session, czxid) {
  const kind = session ? "ephemeral" : typeof czxid === "number" ? "persistent" : "unsaid";
  return kind !== "unsaid" && NUMBERED.test(path) ? `${kind}_sequential` : kind;
}
