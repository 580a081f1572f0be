// The tab Tree: the live tree, and the chosen znode below it.
import { html } from "../html.js";
import { Details } from "./details.js";
import { Tree } from "./tree.js";

export function Znodes(view) {
  return html`<${Tree} ...${view} />${!view.here.tree?.details && html`<${Details} ...${view} />`}`;
}
