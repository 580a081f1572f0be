// The kinds of znodes that can be created, and how long each lives.

export const KINDS = [
  { kind: "persistent", word: "persistent", does: "stays until somebody deletes it" },
  { kind: "persistent_sequential", word: "persistent, sequential", does: "stays; ZooKeeper appends a growing number to its name" },
  { kind: "ephemeral", word: "ephemeral", does: "is deleted when the session that created it ends; has no children" },
  { kind: "ephemeral_sequential", word: "ephemeral, sequential", does: "is deleted when its session ends, and is numbered; most recipes use it" },
  { kind: "container", word: "container", does: "is deleted by the server some time after its last child is gone" },
  { kind: "ttl", word: "time to live", does: "is deleted by the server if it has no children and was not written for that long" },
  { kind: "ttl_sequential", word: "time to live, sequential", does: "is deleted in the same way, and is numbered" },
];

export const isEphemeral = (kind) => kind.startsWith("ephemeral");
export const isNumbered = (kind) => kind.endsWith("_sequential");
export const hasTtl = (kind) => kind.startsWith("ttl");

/** Return the icon of a kind in kit/parts.js. */
export const iconOf = (kind) => (hasTtl(kind) ? "ttl" : kind);

/**
 * Return the kind of a znode. ZooKeeper hides it for containers and for znodes with a time to live, which
 * look persistent: only a page that saw the znode created here knows.
 */
export function kindOf({ path, kind }, events) {
  if (!kind.startsWith("persistent")) return iconOf(kind);
  const last = events.findLast(({ subject, kind: what }) => subject === path && /^workbench\.created$|^znode\.deleted$/.test(what));
  return last?.data?.kind ? iconOf(last.data.kind) : kind;
}
