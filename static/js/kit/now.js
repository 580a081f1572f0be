// The ticks for running numbers, of one clock for the whole page: all that run are drawn in one frame.
import { running } from "../format.js";
import { useEffect, useState } from "../html.js";

const BEAT_MS = 100;
const RUNS_FAST_S = 60; // as long as a number has a decimal
const drawing = new Map(); // what draws a view again -> beats between two drawings
let beats = 0;
let timer = null;
let clock = null;

/** Have the page's clock move with the beats, while there are any. */
export function keepTime(one) {
  clock = one;
}

/** Draw the calling view again every `ms` milliseconds, ten times a second at most; never if `ms` is null. */
export function useTicks(ms) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (ms === null) return undefined;
    const draw = () => tick((ticks) => ticks + 1);
    drawing.set(draw, Math.max(1, Math.round(ms / BEAT_MS)));
    timer ??= setInterval(beat, BEAT_MS);
    return () => leave(draw);
  }, [ms]);
}

function beat() {
  beats += 1;
  clock?.beat();
  for (const [draw, every] of drawing) if (beats % every === 0) draw();
}

function leave(draw) {
  drawing.delete(draw);
  if (drawing.size) return;
  clearInterval(timer);
  timer = null;
  clock?.rest();
}

/** Return how often numbers that run from or to these moments change. */
export function paceOf(moments, now) {
  if (!moments.length) return null;
  return moments.some((at) => Math.abs(now - at) < RUNS_FAST_S) ? BEAT_MS : 1000;
}

/** Draw a number that runs from a moment on, by itself. say(now): in words. */
export function Running({ at, clock: its, say = (now) => running(now - at) }) {
  const now = its.now();
  useTicks(paceOf([at], now));
  return say(now);
}
