// The znodes of a queue that its document names.
import { inLine } from "../../past/kinds.js";
import { join } from "../../paths.js";

/**
 * Return [{path, kind, session, candidate}]: the items that are shown one by one, the claims on them, and who waits in
 * line. `more`: so many items stand in the list besides, of which the document only has the numbers.
 */
export function znodesOf({ path, items, early, line, beyond }) {
  const [goods, claims] = ["items", "claims"].map((list) => join(path, list));
  const standing = Object.entries(items).filter(([, { state }]) => state === "waiting" || state === "claimed");
  const claimed = standing.filter(([, { state }]) => state === "claimed").map(([name, { claim }]) => [name, claim]);
  const more = Object.values(beyond).flat().reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return [
    ...(more ? [{ path: goods, kind: "persistent", more }] : []),
    ...standing.map(([name]) => ({ path: join(goods, name), kind: "persistent_sequential" })),
    ...[...claimed, ...Object.entries(early)].map(([name, { session, candidate }]) => ({ path: join(claims, name), kind: "ephemeral", session, candidate })),
    ...inLine(join(path, "line"), line),
  ];
}
