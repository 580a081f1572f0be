// The tree of znodes, and that of a moment of the past; both open the subjects of the views.
import { createPastTree, createPastZnodes } from "./past/znodes.js";
import { lineage, parentOf } from "./paths.js";
import { createTree } from "./tree.js";
import { SUBJECTS } from "./views/registry.js";

/** Create the trees. watch(paths): asks the dashboard for these folders; changed(): draws again. */
export function createTrees(choices, watch, changed) {
  const live = createTree(watch, changed);
  const znodesAt = createPastZnodes(SUBJECTS);
  const opened = new Set(); // paths of subjects that a tree has shown once: the reader may close them
  let past = null; // while the past is shown
  return { live, begin, of, take };

  function take({ events }, document) {
    live.takeEvents(events);
    openSubjects(document, past ?? live);
  }

  /** Return the tree of the moment that is shown; shown: what the reel shows of the past, or null. */
  function of(shown) {
    if (!shown) {
      past = null;
      return live;
    }
    if (!past) {
      past = createPastTree(live, changed);
      past.reveal(choices.get().znode);
    }
    openSubjects(shown.store.document, past);
    past.take(znodesAt(shown.store.document));
    return past;
  }

  /** Open the root, and bring the znode that the address names into sight. */
  function begin() {
    live.open("/");
    const { znode } = choices.get();
    if (!znode?.startsWith("/")) return;
    lineage(parentOf(znode)).forEach(live.open);
    live.reveal(znode);
  }

  function openSubjects(document, tree) {
    for (const { section } of SUBJECTS) {
      for (const path of Object.keys(document[section] ?? {})) {
        if (!opened.has(path)) lineage(path).forEach(tree.open);
        opened.add(path);
      }
    }
  }
}
