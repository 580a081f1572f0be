// Two lists of one thing over time: what is there, and what has just gone from among it.

/**
 * The present keys in their order, with each departed one still before the one that stood
 * behind it. `before` is the order as it was shown last; `isDeparted(key)` tells what lingers.
 */
export function weave(before, present, isDeparted) {
  const woven = [...present];
  const known = new Set(present);
  let behind = null;
  for (const key of [...before].reverse()) {
    if (!known.has(key) && !isDeparted(key)) continue;
    if (!known.has(key)) woven.splice(behind === null ? woven.length : woven.indexOf(behind), 0, key);
    known.add(key);
    behind = key;
  }
  return woven;
}
