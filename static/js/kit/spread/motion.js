// What the drawings of spreading values share: their size, and slow motion.
import { useLayoutEffect, useRef, useState } from "../../html.js";
import { changesOf } from "./values.js";

const SLOWER = 20;
const LONGEST_DELAY_S = 1.5;
const FRESH_S = 3;

/**
 * Return the size of a drawing in pixels; unit is that of 1/16 rem.
 * @returns {[ref: {current: Element}, size: {width: number, unit: number}]}
 */
export function useSize() {
  const box = useRef(null);
  const [size, setSize] = useState({ width: 0, unit: 1 });
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([{ contentRect }]) => {
      const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
      setSize({ width: Math.floor(contentRect.width), unit });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return [box, size];
}

/** Return the seconds until the value that `one` read sets off, in slow motion; null if it came long ago. */
export function delayOf(one, document, now) {
  const at = one.missing ? one.read_at : one.taken_at;
  if (at === null || now - at > FRESH_S) return null;
  const change = changesOf(document).findLast(({ told }) => told?.[one.id] !== undefined);
  const began = change ? (change.asked_at ?? change.at) : at;
  return Math.min(LONGEST_DELAY_S, Math.max(0, at - began) * SLOWER);
}
