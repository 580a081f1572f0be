// The tree of the past: it opens like the one of the present, and is filled from the documents of the moments.
import { createTree } from "../tree.js";

/** Create the tree. live: that of the present: what is open in one of them is open in both. */
export function createPastTree(live, tell) {
  let index = null;
  const tree = createTree(fill, tell);
  live.opened().forEach(tree.open);
  return {
    ...tree,
    index: () => index,
    open: (path) => (tree.open(path), live.open(path)),
    toggle,
    /** Show the znodes of another moment, as past/znodes.js finds them. */
    take(found) {
      if (found === index) return;
      index = found;
      fill(tree.opened());
    },
  };

  function fill(asked) {
    if (!index) return;
    for (const one of asked) {
      const path = one.path ?? one;
      const children = index.children.get(path) ?? [];
      tree.take({ path, total: children.length, from: 0, children });
    }
  }

  function toggle(path) {
    tree.toggle(path);
    if (tree.isOpen(path) !== live.isOpen(path)) live.toggle(path);
  }
}
