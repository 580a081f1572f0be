// Handoffs as rows of a list: pure functions.

const ORDER = ["deleted", "notified", "leading", "acknowledged", "held"];

/** Return a handoff with its phases as spans, {phase, from, to} in ms since the first moment that was observed. */
export function drawnOf(handoff) {
  let last = 0;
  const known = ORDER.filter((phase) => phase in handoff.phases_ms);
  const spans = known.map((phase) => ({ phase, from: last, to: (last = Math.max(last, handoff.phases_ms[phase])) }));
  return { ...handoff, spans };
}

/** Return how long a drawn handoff took in ms, null where nobody saw that. */
export function wholeOf({ spans }) {
  return spans.at(-1)?.to ?? null;
}

/** Return the handoffs sorted by a column; what is not known comes last. */
export function sorted(handoffs, { key, down }) {
  const valueOf = { ms: wholeOf, who: ({ from, to }) => `${from} ${to}` }[key] ?? ((handoff) => handoff[key]);
  const compare = (one, other) => (one < other ? -1 : Number(one > other));
  return [...handoffs].sort((first, second) => {
    const [one, other] = [valueOf(first) ?? null, valueOf(second) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return down ? compare(other, one) : compare(one, other);
  });
}

/**
 * Return who led when, by election: [{path, began, ended, stretches: [{name, from, to}]}]; name: null while nobody did.
 * A handoff took as long as was observed of it; before the first one its old leader led.
 */
export function reigns(handoffs) {
  const byPath = grouped(handoffs);
  return [...byPath].map(([path, own]) => reignsAt(path, [...own].sort((one, other) => one.wall - other.wall)));
}

function reignsAt(path, handoffs) {
  const stretches = [];
  let since = null;
  for (const handoff of handoffs) {
    const gone = handoff.wall - (wholeOf(handoff) ?? 0) / 1000;
    if (since !== null) stretches.push({ name: handoff.from, from: since, to: Math.max(since, gone) });
    stretches.push({ name: null, from: Math.max(since ?? gone, gone), to: handoff.wall });
    since = handoff.wall;
  }
  const last = handoffs.at(-1);
  const ended = last.wall + Math.max(1, (last.wall - handoffs[0].wall) / 20); // it leads on
  return { path, began: stretches[0].from, ended, stretches: [...stretches, { name: last.to, from: last.wall, to: ended }] };
}

function grouped(handoffs) {
  const byPath = new Map();
  for (const handoff of handoffs) byPath.set(handoff.path, [...(byPath.get(handoff.path) ?? []), handoff]);
  return byPath;
}
