// The accessible names of what is drawn: they begin with what one sees, and so contain what a person says to the machine.
import { spelt } from "../format.js";

/** Name a drawn button by the texts in it, then by what else is known of it. */
export function nameBySight(node, parts) {
  const name = namedBySight([...node.querySelectorAll("text")].map(({ textContent }) => textContent), parts);
  if (node.getAttribute("aria-label") !== name) node.setAttribute("aria-label", name);
}

/** Return the name of a drawn button: the texts that are seen in it, then what else is known of it, of which none is said twice. */
export function namedBySight(texts, parts) {
  const seen = texts.filter(Boolean).map(spelt);
  return [...seen, ...parts.map(spelt).filter((part) => !seen.includes(part))].join(", ");
}

/**
 * Return the sentence of a tooltip.
 * @param {string[]} parts a name, and what is known of it
 */
export function sentence([name, ...known]) {
  return `${name}: ${known.join(", ")}`;
}
