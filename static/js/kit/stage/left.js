// The time that a session has left, as it runs out.
import { useEffect, useState } from "../../html.js";
import { isStill } from "../../still.js";

const RUN_MS = 40; // between two drawings of a ring: it then moves by two pixels
const STILL_MS = 100; // between two numbers, if nothing moves

/** Return the seconds that are left, and draw the caller again as they pass; null while no session ends. */
export function useLeft(ends, isHeld, clock) {
  const [, tick] = useState(0);
  const left = ends === null || isHeld ? null : ends - clock.now();
  const runs = left > 0;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((ticks) => ticks + 1), isStill() ? STILL_MS : RUN_MS);
    return () => clearInterval(timer);
  }, [runs]);
  return left;
}
