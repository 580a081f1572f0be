// The znodes of a double barrier that its document names.
import { join } from "../../paths.js";

/** Return [{path, kind, session, candidate}]: who stands in the barrier, and the rounds that are ready. */
export function znodesOf({ path, processes, ready }) {
  const inside = join(path, "processes");
  const begun = join(path, "ready");
  return [
    ...Object.entries(processes).map(([name, { session, candidate }]) => ({ path: join(inside, name), kind: "ephemeral", session, candidate })),
    ...Object.keys(ready).map((name) => ({ path: join(begun, name), kind: "persistent" })),
  ];
}
