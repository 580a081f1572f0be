// The size of a rem in pixels. Asking the browser makes it compute all styles, so this asks
// only if the answer may have changed: see tokens.css.
const known = new Map(); // projector or not -> pixels
addEventListener("resize", () => known.clear());

export function remInPixels() {
  const { projector } = document.documentElement.dataset;
  if (!known.has(projector)) known.set(projector, Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  return known.get(projector);
}
