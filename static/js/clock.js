// The server's monotonic clock, as far as this browser can know it.

const SAMPLES_KEPT = 32;

/**
 * Create the clock. Every message says what the server's clock showed when it was sent. On arrival it is
 * at least that late, so the largest recent difference is that of the fastest message.
 */
export function createClock(local = () => performance.now() / 1000) {
  const samples = [];
  let wallOffset = null;
  let held = null; // the moment at which it stopped
  let stood = null; // the moment that is shown in slow motion
  let drawn = null; // the moment of the last beat
  const running = () => local() + (samples.length ? Math.max(...samples) : 0);

  return {
    take(now, wall) {
      if (typeof now !== "number") return;
      held = null;
      samples.push(now - local());
      if (samples.length > SAMPLES_KEPT) samples.shift();
      if (typeof wall === "number") wallOffset = wall - now;
    },
    /** Return the seconds on the server's monotonic clock, comparable with every `at` in the state. */
    now: () => stood ?? held ?? drawn ?? running(),
    /** Return them for what moves between two beats. */
    exact: () => stood ?? held ?? running(),
    /** Show this moment until the next beat: all numbers that run then show the same one, whenever each is drawn. */
    beat() {
      drawn = samples.length ? running() : null;
    },
    /** Stop the clock while no message comes: the page shows that moment, and nothing on it grows older. */
    hold() {
      held ??= running();
    },
    /** Let the clock go on, as the next message also does. */
    go() {
      held = null;
    },
    /** Stand at a moment, whatever messages come; null: go with them again. */
    stand(at) {
      stood = at;
    },
    /** Return the wall clock (seconds since 1970) of a moment on the monotonic clock, or null. */
    wallOf: (at) => (wallOffset === null || typeof at !== "number" ? null : at + wallOffset),
    /** Forget the samples: a restarted machine restarts its monotonic clock. */
    reset() {
      samples.length = 0;
      drawn = null;
    },
  };
}
