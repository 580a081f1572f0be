// What the view of znodes and its parts share: the tabs, what keys and buttons ask, and the news of what the workbench keeps.
import { copy } from "./browser.js";

export const TABS = [
  { id: "data", word: "Data" },
  { id: "stat", word: "Stat" },
  { id: "acl", word: "ACL" },
  { id: "children", word: "Children" },
  { id: "watches", word: "Watches" },
  { id: "history", word: "History" },
];

/** Return the chosen znode, at first the root. */
export function shownOf({ chosen }) {
  return chosen.znode ?? "/";
}

export function askTo(view, dialog) {
  const path = shownOf(view);
  if (dialog !== "delete-znode") return view.choose({ dialog, ask: null });
  return path === "/" ? view.actions.toast("The root cannot be deleted.") : view.choose({ dialog, ask: { path } });
}

export function copyPath(view) {
  const path = shownOf(view);
  return copy(path, view.actions, `Copied: ${path}`);
}

let tell = () => {};

/** Call `listener` at each change. */
export function heed(listener) {
  tell = listener;
}

export function changed() {
  tell();
}
