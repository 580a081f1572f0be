// A scale of times, from nothing on: even, or by orders of magnitude where the times differ too much to be seen together.

const TOO_FAR_APART = 100;
const EVEN_TICKS = 4;

/** Return {isLog, share(ms), ticks: [ms]} for times in milliseconds; share: how far along the scale, 0 to 1. */
export function scaleOf(times) {
  const known = times.filter((ms) => ms > 0);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (!known.length) return { isLog: false, share: () => 0, ticks: [] };
  return most / least > TOO_FAR_APART ? byMagnitude(least, most) : even(most);
}

function byMagnitude(least, most) {
  const first = Math.floor(Math.log10(least));
  const reach = Math.log10(most) - first;
  const share = (ms) => (ms > 0 ? Math.max(0, (Math.log10(ms) - first) / reach) : 0);
  const ticks = Array.from({ length: Math.floor(reach) + 1 }, (_, index) => 10 ** (first + index));
  return { isLog: true, share, ticks };
}

function even(most) {
  const step = stepOf(most / EVEN_TICKS);
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
  return { isLog: false, share: (ms) => Math.max(0, ms / most), ticks };
}

/** Return the next of 1, 2, 5, 10, 20 … */
function stepOf(least) {
  const magnitude = 10 ** Math.floor(Math.log10(least));
  return magnitude * [1, 2, 5, 10].find((step) => step * magnitude >= least);
}
