// Sizes of the root in pixels: a rem, and the least size of type. Asking the browser makes it compute all
// styles, so this asks only if the answer may have changed: see tokens.css.
const known = new Map(); // projector or not -> {rem, least}
addEventListener("resize", () => known.clear());

export const remInPixels = () => sizesInPixels().rem;

/** Return the size below which no type of a drawing may be: more than 0 for a projector. */
export const leastInPixels = () => sizesInPixels().least;

export function sizesInPixels() {
  const { projector } = document.documentElement.dataset;
  if (!known.has(projector)) {
    const style = getComputedStyle(document.documentElement);
    known.set(projector, { rem: Number.parseFloat(style.fontSize), least: Number.parseFloat(style.getPropertyValue("--least")) || 0 });
  }
  return known.get(projector);
}
