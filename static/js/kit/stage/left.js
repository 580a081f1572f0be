// The time that a session has left, as it runs out.
import { useEffect, useState } from "../../html.js";
import { isStill } from "../../still.js";
import { useTicks } from "../now.js";

const RUN_MS = 40; // between two drawings of a ring: it then moves by two pixels
const STILL_MS = 100; // if nothing moves, and between two numbers

/** Return the seconds that are left, as a number, which changes with all others; null while no session ends. */
export function useLeft(ends, isHeld, clock) {
  const left = leftAt(ends, isHeld, clock.now());
  useTicks(left > 0 ? STILL_MS : null);
  return left;
}

const leftAt = (ends, isHeld, now) => (ends === null || isHeld ? null : ends - now);

/** Return them for a ring, which moves between two numbers. */
export function useLeftOfRing(ends, isHeld, clock) {
  const [, tick] = useState(0);
  const left = leftAt(ends, isHeld, clock.exact());
  const runs = left > 0;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((ticks) => ticks + 1), isStill() ? STILL_MS : RUN_MS);
    return () => clearInterval(timer);
  }, [runs]);
  return left;
}
