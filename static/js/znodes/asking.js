// What keys and buttons ask of the chosen znode.
import { copy } from "./browser.js";

/** Return the chosen znode, at first the root. */
export function shownOf({ chosen }) {
  return chosen.znode ?? "/";
}

export function askTo(view, dialog) {
  const path = shownOf(view);
  if (dialog !== "delete-znode") return view.choose({ dialog, ask: null });
  return path === "/" ? view.actions.toast("The root cannot be deleted.") : view.choose({ dialog, ask: { path } });
}

export async function copyPath(view) {
  const path = shownOf(view);
  const done = await copy(path);
  view.actions.toast(done ? `Copied: ${path}` : "This browser does not allow copying.", done ? "good" : "bad");
}
