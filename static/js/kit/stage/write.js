// Writing to the drawing: only what is different, since a browser draws again what is written to.
import { spelt } from "../../format.js";

export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes))
    if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

export function say(node, text) {
  const shown = spelt(String(text));
  if (node.textContent !== shown) node.textContent = shown;
}

/** Set attributes of all that is selected. attributes: name -> value, or what returns it of a datum. */
export function write(selection, attributes) {
  const all = Object.entries(attributes);
  return selection.each(/** @this {Element} */ function each(datum) {
    for (const [name, value] of all) set(this, { [name]: typeof value === "function" ? value(datum) : value });
  });
}

/** Return what changes a selection at once, with the words of a transition. */
export function atOnce(selection) {
  selection.interrupt();
  const now = {
    attr: (name, value) => (write(selection, { [name]: value }), now),
    style: (name, value) => (selection.style(name, value), now),
    remove: () => selection.remove(),
  };
  return now;
}
