// The tree of znodes at a moment of the past: what the recipes' documents of that moment name.
import { labelOf } from "../format.js";
import { baseOf, lineage, parentOf } from "../paths.js";
import { remembered } from "../store.js";
import { createTree } from "../tree.js";

/**
 * Create a function of a state document: its znodes as {children: path -> [child] by name, known: path -> znode}; the
 * same object while no document names other ones. subjects: [{section, znodes(document)}], what recipes/NAME/view.js
 * says; a znode is {path, kind, session?, candidate?, more?}.
 */
export function createPastZnodes(subjects) {
  const read = subjects.filter(({ znodes }) => znodes).map(({ section, znodes }) => ({ section, of: remembered((document) => quietly(znodes, document)) }));
  let last = { parts: [], index: indexOf([]) };
  return (state) => {
    const parts = read.flatMap(({ section, of }) => Object.values(state[section] ?? {}).map(of));
    if (!same(parts, last.parts)) last = { parts, index: indexOf(parts.flat()) };
    return last.index;
  };
}

/** Return the znodes of a document; none of one that another version has written. */
function quietly(znodes, document) {
  try {
    return znodes(document);
  } catch {
    return [];
  }
}

function same(some, others) {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}

function indexOf(znodes) {
  const known = new Map([["/", { path: "/", kind: "persistent" }]]);
  for (const znode of znodes) {
    for (const path of lineage(parentOf(znode.path))) if (!known.has(path)) known.set(path, { path, kind: "unsaid" });
    known.set(znode.path, { ...known.get(znode.path), ...told(znode) });
  }
  return { known, children: childrenOf(known) };
}

/** Return what is said of a znode: two documents may name the same one, and one of them less of it. */
function told(znode) {
  return Object.fromEntries(Object.entries(znode).filter(([key, value]) => value != null && !(key === "kind" && value === "unsaid")));
}

function childrenOf(known) {
  const children = new Map([...known.keys()].map((path) => [path, []]));
  for (const { path } of known.values()) if (path !== "/") children.get(parentOf(path)).push(path);
  const sized = (path) => ({ kind: "unsaid", ...known.get(path), name: baseOf(path), children: children.get(path).length });
  return new Map([...children].map(([path, below]) => [path, byLabel(below).map(sized)]));
}

/** Return the paths of one folder as the tree of the present has them: names that differ by their GUID go by their number. */
function byLabel(paths) {
  const keyed = paths.map((path) => ({ path, label: labelOf(baseOf(path)) }));
  return keyed.sort((one, other) => compare(one.label, other.label) || compare(one.path, other.path)).map(({ path }) => path);
}

const compare = (one, other) => (one < other ? -1 : Number(one > other));

/** Return the paths that have the text in them, in order. */
export function searched({ known }, text) {
  const wanted = text.toLowerCase();
  return [...known.keys()].filter((path) => path.toLowerCase().includes(wanted)).sort();
}

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
