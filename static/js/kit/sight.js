// The accessible names of what is drawn: they begin with what one sees, and so contain what a person says to the machine.
import { spelt } from "../format.js";

/** Name a drawn button by the texts in it, then by what else is known of it: parts, of which none is said twice. */
export function nameBySight(node, parts) {
  const seen = [...node.querySelectorAll("text")].map(({ textContent }) => textContent).filter(Boolean);
  const name = [...seen, ...parts.map(spelt).filter((part) => !seen.includes(part))].join(", ");
  if (node.getAttribute("aria-label") !== name) node.setAttribute("aria-label", name);
}

/**
 * Return the sentence of a tooltip.
 * @param {string[]} parts a name, and what is known of it
 */
export function sentence([name, ...known]) {
  return `${name}: ${known.join(", ")}`;
}

/**
 * Put a space after a drawn text: its neighbours are other words.
 * @this {Element}
 */
export function spaced() {
  this.after(" ");
}
