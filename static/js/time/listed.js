// Handoffs as rows of a list: pure functions.

const ORDER = ["deleted", "next", "notified", "leading", "acknowledged", "held"];

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
  const cellOf = { ms: wholeOf, who: ({ from, to }) => `${from} ${to}` }[key] ?? ((handoff) => handoff[key]);
  const compare = (one, other) => (one < other ? -1 : Number(one > other));
  return [...handoffs].sort((first, second) => {
    const [one, other] = [cellOf(first) ?? null, cellOf(second) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return down ? compare(other, one) : compare(one, other);
  });
}

/**
 * Return who led when, by election: [{path, began, ended, stretches: [{name, from, to}]}]; name: null while nobody did,
 * undefined where that is not known. A handoff took as long as was observed of it; before the first one its old leader led.
 * gaps: [{from, to}], the times in which no dashboard ran, oldest first; until: the last time that is known; leads(path):
 * the name of who stands first there now.
 */
export function reigns(handoffs, gaps = [], until = Infinity, leads = (_path) => undefined) {
  const byPath = grouped(handoffs);
  return [...byPath].map(([path, own]) => reignsAt(path, [...own].sort((one, other) => one.wall - other.wall), gaps, until, leads(path)));
}

function reignsAt(path, handoffs, gaps, until, first) {
  const stretches = [];
  let last = null;
  for (const handoff of handoffs) {
    const gone = Math.max(last?.wall ?? -Infinity, handoff.wall - (wholeOf(handoff) ?? 0) / 1000);
    if (last) stretches.push(...reignsBetween(last, { name: handoff.from, wall: gone, since: ledSince(handoff) }, gaps));
    stretches.push(...passage(handoff, gone));
    last = { name: handoff.to, wall: handoff.wall };
  }
  const onward = last.wall + Math.max(1, (last.wall - handoffs[0].wall) / 20); // it leads on, if it stands first now
  const ended = Math.max(last.wall, Math.min(onward, until));
  const name = gapsWithin(gaps, last.wall, ended).length || first !== last.name ? undefined : last.name;
  return { path, began: stretches[0].from, ended, stretches: [...stretches, ...reignsBetween(last, { name, wall: ended }, gaps)] };
}

/** Return what came between two leaders. While a stranger was marked, or its connection gone, and its znode was there, nobody knows whether it led. */
function passage({ phases_from: from, phases_ms: reached, wall }, gone) {
  const isUnseen = ["mark", "lost"].includes(from);
  const deleted = Math.min(wall, gone + (isUnseen ? (reached.deleted ?? 0) / 1000 : 0));
  const pieces = [
    { name: undefined, from: gone, to: deleted },
    { name: null, from: deleted, to: wall },
  ];
  return isUnseen ? pieces.filter(({ from: begins, to }) => to > begins) : pieces.slice(1);
}

/** Return since when the old leader's znode was seen to be the first; of other hand-overs nobody knows it. */
function ledSince(handoff) {
  const deleted = handoff.wall - ((wholeOf(handoff) ?? 0) - (handoff.phases_ms.deleted ?? 0)) / 1000;
  return deleted - (handoff.led_ms ?? Infinity) / 1000;
}

/**
 * Return who led between two handoffs: who took over led until a gap, who handed over led since one, or since its znode
 * was the first. Where both are not the same without a gap, what came between is not in the list.
 */
function reignsBetween(taken, left, gaps) {
  const cut = gapsWithin(gaps, taken.wall, left.wall);
  if (!cut.length) return [{ name: taken.name === left.name ? taken.name : undefined, from: taken.wall, to: left.wall }];
  const begins = Math.max(taken.wall, cut[0].from);
  const ends = Math.min(left.wall, Math.max(cut.at(-1).to, left.since ?? -Infinity));
  const pieces = [
    { name: taken.name, from: taken.wall, to: begins },
    { name: undefined, from: begins, to: ends },
    { name: left.name, from: ends, to: left.wall },
  ];
  return pieces.filter(({ from, to }) => to > from);
}

const gapsWithin = (gaps, begin, end) => gaps.filter(({ from, to }) => from < end && to > begin);

function grouped(handoffs) {
  const byPath = new Map();
  for (const handoff of handoffs) byPath.set(handoff.path, [...(byPath.get(handoff.path) ?? []), handoff]);
  return byPath;
}

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
