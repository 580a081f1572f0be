// Two lists of one thing over time: what is there, and what has just gone from it.

/**
 * Return the present keys in their order, with each departed key still before the one that was
 * behind it. before: the order as last shown; isDeparted(key): whether a key lingers.
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
