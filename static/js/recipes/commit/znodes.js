// The znodes of two-phase commits that their document names.
import { join } from "../../paths.js";

/** Return [{path, kind, session, candidate}]: each transaction that stands, the votes in it, and who coordinates it. */
export function znodesOf({ path, transactions, sites }) {
  const named = Object.keys(sites).map((site) => ({ path: join(path, site), kind: "persistent" }));
  const standing = Object.entries(transactions).filter(([, { gone, id }]) => !gone && id);
  const told = standing.flatMap(([name, { votes, coordinator }]) => ofTransaction(join(path, name), votes, coordinator));
  return [...named, ...told];
}

function ofTransaction(path, votes, coordinator) {
  const written = Object.keys(votes).map((site) => ({ path: join(path, site), kind: "persistent" }));
  const { session, candidate } = coordinator ?? {};
  const led = coordinator ? [{ path: join(path, "coordinator"), kind: "ephemeral", session, candidate }] : [];
  return [{ path, kind: "persistent" }, ...written, ...led];
}
