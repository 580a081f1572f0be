// A dot that runs along a line, again and again: by transforms alone, which a browser moves without drawing the page anew.
import { html, useLayoutEffect, useRef } from "../../html.js";

const POINTS = 16;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export function Pulse({ d, r, looks, ms, easing = "linear" }) {
  const dot = useRef(null);
  useLayoutEffect(() => {
    if (STILL.matches) return undefined;
    const running = dot.current.animate(framesOf(d), { duration: ms, easing, iterations: Infinity });
    return () => running.cancel();
  }, [d, ms, easing]);
  const [, x, y] = d.match(/^M(\S+) ([^C]+)/);
  return html`<circle ref=${dot} class=${`pulse ${looks}`} cx=${x} cy=${y} r=${r} />`;
}

/** It comes into sight on the first part of its way, and goes out of it on the last. */
function framesOf(d) {
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", d);
  const start = line.getPointAtLength(0);
  return Array.from({ length: POINTS + 1 }, (_, index) => {
    const part = index / POINTS;
    const { x, y } = line.getPointAtLength(part * line.getTotalLength());
    return { transform: `translate(${x - start.x}px, ${y - start.y}px)`, opacity: Math.min(1, part / 0.15, (1 - part) / 0.2) };
  });
}
