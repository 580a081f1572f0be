// What the drawings of spreading values share: their size, and slow motion.
import { changesOf } from "./values.js";

const SLOWER = 20;
const LONGEST_DELAY_S = 1.5;
const FRESH_S = 3;

/** Return a room in pixels; unit is that of 1/16 of the drawing's rem. */
export const inPixels = ({ width, height, top, rem }) => ({ width: width * rem, height: height * rem, top: top * rem, unit: rem / 16 });

/** Return the seconds until the value that `one` read sets off, in slow motion; null if it came long ago. */
export function delayOf(one, document, now) {
  const at = one.missing ? one.read_at : one.taken_at;
  if (at === null || now - at > FRESH_S) return null;
  const change = changesOf(document).findLast(({ told }) => told?.[one.id] !== undefined);
  const began = change ? (change.asked_at ?? change.at) : at;
  return Math.min(LONGEST_DELAY_S, Math.max(0, at - began) * SLOWER);
}
