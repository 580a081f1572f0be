// What stands beside the processes, in the gaps between them: the time that is left, else the number of the process. The
// time that finds no gap stands above where beliefs have two lines, else below, right of the session, where no watch
// begins. For a projector no number stands there. Pure.
import { sessionEnds } from "./looks.js";
import { widthOf } from "./type.js";

const LONGEST = "about to end";

/** Return key of a slot -> {left: {side, narrow} | {above} | {below}, pid}: side is 1 for the right, -1 for the left. */
export function besides({ slots, step, radius, unit, type, narrow, hub, least }) {
  const taken = new Set(); // gap 0 is left of the first slot
  const found = new Map(slots.map(({ key }) => [key, {}]));
  const roomOf = (gap) => (gap > 0 && gap < slots.length ? step - 2 * radius : step / 2 - radius) - 20 * unit;
  const isFree = (gap, words, name) => !taken.has(gap) && widthOf(words, name, type) <= roomOf(gap);
  const each = (put) => slots.forEach((slot, at) => !slot.folded && slot.process && put(slot, at, found.get(slot.key)));
  each((column, at, place) => {
    if (sessionEnds(column) === null) return;
    const short = column.candidate?.session_timeout_ms < 10_000 ? "9.9 s" : "10.0 s";
    const fits = [[at + 1, LONGEST], [at, LONGEST], [at + 1, short], [at, short]].find(([gap, words]) => isFree(gap, words, "left"));
    if (fits) place.left = { side: fits[0] > at ? 1 : -1, narrow: fits[1] === short };
    else place.left = { above: narrow, below: !narrow && (!hub || at === slots.length - 1), narrow: true };
    if (fits) taken.add(fits[0]);
  });
  each(({ candidate }, at, place) => {
    place.pid = !least && Boolean(candidate?.pid) && !place.left && isFree(at + 1, `pid ${candidate.pid}`, "detail");
  });
  return found;
}
