// One object for one content: a view can then tell by `===` that nothing has changed.

/** Return `keep(fresh)`, which returns the last object for as long as the fresh one says the same. */
export function keeper() {
  let last = null;
  return (fresh) => (last = same(last, fresh) ? last : fresh);
}

/** Tell whether two objects say the same. */
export function same(one, other) {
  if (!one || !other) return one === other;
  const names = Object.keys(other);
  return names.length === Object.keys(one).length && names.every((name) => one[name] === other[name]);
}
