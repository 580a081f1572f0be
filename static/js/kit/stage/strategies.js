// What the drawing has to know about a strategy.

/** Tell whether all watch their parent's list of children. */
export function wakesAll({ strategy }) {
  return strategy === "herd" || strategy === "single";
}

/** Tell whether there is one znode only, and waiting candidates have none. */
export function races({ strategy }) {
  return strategy === "single";
}

/** Return the key of a znode: in a race, a new one has the same name. */
export function znodeKey({ entry }) {
  return typeof entry.sequence !== "number" ? `${entry.znode}#${entry.czxid}` : entry.znode;
}
