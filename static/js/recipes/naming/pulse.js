// A dot that runs along a line, again and again: moved by transforms alone, which a browser does without drawing the page again.
import { html, useLayoutEffect, useRef } from "../../html.js";
import { pointsAlong } from "../../kit/curve.js";
import { isStill } from "../../still.js";

const POINTS = 16;

export function Pulse({ d, r, looks, ms, easing = "linear" }) {
  const dot = useRef(null);
  useLayoutEffect(() => {
    if (isStill()) return undefined;
    const running = dot.current.animate(framesOf(d), { duration: ms, easing, iterations: Infinity });
    return () => running.cancel();
  }, [d, ms, easing]);
  const [, x, y] = d.match(/^M(\S+) ([^C]+)/);
  return html`<circle ref=${dot} class=${`pulse ${looks}`} cx=${x} cy=${y} r=${r} />`;
}

/** Return the frames of its way; it fades in on the first part, and fades out on the last. */
function framesOf(d) {
  const points = pointsAlong(d, POINTS);
  const [start] = points;
  return points.map(({ x, y }, index) => {
    const part = index / POINTS;
    return { transform: `translate(${x - start.x}px, ${y - start.y}px)`, opacity: Math.min(1, part / 0.15, (1 - part) / 0.2) };
  });
}
