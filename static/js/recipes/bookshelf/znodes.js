// The znodes of a bookshelf that its document names.
import { inLine, onTheRoll } from "../../past/kinds.js";
import { join } from "../../paths.js";

/** Return [{path, kind, session, candidate}]: the nodes' znodes, their election, and the set of those in sync. */
export function znodesOf({ path, nodes, election, in_sync_epoch: epoch }) {
  const inSync = typeof epoch === "number" ? [{ path: join(path, "in_sync"), kind: "persistent" }] : [];
  return [...onTheRoll(path, nodes), ...inLine(join(path, "election"), election), ...inSync];
}
