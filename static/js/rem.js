// How many pixels a rem is. To ask the browser makes it compute all styles at once, so it is asked
// only where the answer may be another one: see tokens.css.
const known = new Map(); // projector or not -> pixels
addEventListener("resize", () => known.clear());

export function remInPixels() {
  const { projector } = document.documentElement.dataset;
  if (!known.has(projector)) known.set(projector, Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  return known.get(projector);
}
