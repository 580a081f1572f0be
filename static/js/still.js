// Whether the reader wants little motion; asking the browser at each frame costs time.
const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

export const isStill = () => REDUCED.matches;
