// The ticks for running numbers, of one clock for the whole page: all that run are drawn in one frame.
import { running } from "../format.js";
import { useLayoutEffect, useState } from "../html.js";

const BEAT_MS = 100;
const RUNS_FAST_S = 60; // as long as a number has a decimal
const drawing = new Map(); // what draws a view again -> beats between two drawings
let beats = 0;

/** Have the page's clock move with the beats, and draw what runs at each. */
export function keepTime(clock) {
  setInterval(() => {
    beats += 1;
    clock.beat();
    for (const [draw, every] of drawing) if (beats % every === 0) draw();
  }, BEAT_MS);
}

/**
 * Draw the calling view again every `ms` milliseconds, ten times a second at most; never if `ms` is null. It joins as it
 * is drawn: after the frame, a beat could pass that others show and this one does not.
 */
export function useTicks(ms) {
  const [, tick] = useState(0);
  useLayoutEffect(() => {
    if (ms === null) return undefined;
    const draw = () => tick((ticks) => ticks + 1);
    drawing.set(draw, Math.max(1, Math.round(ms / BEAT_MS)));
    return () => void drawing.delete(draw);
  }, [ms]);
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
