// The server's monotonic clock, as far as this browser can know it.

const SAMPLES_KEPT = 32;

/**
 * Every message says what the server's clock showed when it was sent. It was then at least
 * that late, so the largest recent difference is the one that travelled fastest.
 */
export function createClock(local = () => performance.now() / 1000) {
  const samples = [];
  let wallOffset = null;
  let held = null; // the moment at which it was stopped
  const running = () => local() + (samples.length ? Math.max(...samples) : 0);

  return {
    take(now, wall) {
      if (typeof now !== "number") return;
      held = null;
      samples.push(now - local());
      if (samples.length > SAMPLES_KEPT) samples.shift();
      if (typeof wall === "number") wallOffset = wall - now;
    },
    /** Seconds on the server's monotonic clock, comparable with every `at` in the state. */
    now: () => held ?? running(),
    /** It stands still while nothing is heard: what is shown is what was so then, and grows no older. */
    hold() {
      held ??= running();
    },
    /** It goes on, as it also does with the next message. */
    go() {
      held = null;
    },
    /** Wall clock (seconds since 1970) of a moment on the monotonic clock, or null. */
    wallOf: (at) => (wallOffset === null || typeof at !== "number" ? null : at + wallOffset),
    /** A restarted machine starts its monotonic clock anew: what was measured is void. */
    reset() {
      samples.length = 0;
    },
  };
}
