// The ticks for running numbers, of one clock for the whole page: all that run are drawn in one frame.
import { useEffect, useState } from "../html.js";

const BEAT_MS = 100;
const running = new Map(); // what draws a view again -> beats between two drawings
let beats = 0;
let timer = null;

/** Draw the calling view again every `ms` milliseconds, ten times a second at most; never if `ms` is null. */
export function useTicks(ms) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (ms === null) return undefined;
    const draw = () => tick((ticks) => ticks + 1);
    running.set(draw, Math.max(1, Math.round(ms / BEAT_MS)));
    timer ??= setInterval(beat, BEAT_MS);
    return () => leave(draw);
  }, [ms]);
}

function beat() {
  beats += 1;
  for (const [draw, every] of running) if (beats % every === 0) draw();
}

function leave(draw) {
  running.delete(draw);
  if (running.size) return;
  clearInterval(timer);
  timer = null;
}
