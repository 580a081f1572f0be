// Points along a curve, computed: a browser that is asked for them lays out the whole page first.

const NUMBER = /-?\d+(?:\.\d+)?(?:e-?\d+)?/g;
const FINE = 48;

/** Return `parts` + 1 points of the curve "Mx,yCx,y x,y x,y", each as far along it from the last. */
export function pointsAlong(d, parts) {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = d.match(NUMBER).map(Number);
  const fine = Array.from({ length: FINE + 1 }, (_, index) => {
    const [to, from] = [index / FINE, 1 - index / FINE];
    const [a, b, c, e] = [from ** 3, 3 * from ** 2 * to, 3 * from * to ** 2, to ** 3];
    return { x: a * x0 + b * x1 + c * x2 + e * x3, y: a * y0 + b * y1 + c * y2 + e * y3 };
  });
  const lengths = [0];
  for (let at = 1; at <= FINE; at += 1)
    lengths.push(lengths[at - 1] + Math.hypot(fine[at].x - fine[at - 1].x, fine[at].y - fine[at - 1].y));
  return Array.from({ length: parts + 1 }, (_, index) => pointAt((index / parts) * lengths[FINE], fine, lengths));
}

function pointAt(length, fine, lengths) {
  const after = Math.max(1, lengths.findIndex((reached) => reached >= length));
  const step = lengths[after] - lengths[after - 1] || 1;
  const share = (length - lengths[after - 1]) / step;
  const [from, to] = [fine[after - 1], fine[after]];
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
