// What the drawing has to know of a strategy.

/** All watch the election itself: its list of children. */
export function wakesAll({ strategy }) {
  return strategy === "herd" || strategy === "single";
}

/** There is one znode; who waits has none. */
export function races({ strategy }) {
  return strategy === "single";
}

/** How all who wait write the znode that they watch then. */
export const PARENT = ".";

/** What a znode is told apart by: one of a race comes again under its name. */
export function znodeKey({ entry }) {
  return entry.sequence === null ? `${entry.znode}#${entry.czxid}` : entry.znode;
}
