// A round in true proportion: the phases as parts of a whole, the lenses that magnify what is too short to see, and the
// labels that fit. Pure functions.

const TOO_SHORT = 0.04; // of the whole
const DIGITS = 2; // of a factor

/**
 * Return the phases in true linear proportion. A phase without `ms` was not observed, or is still to come.
 * @param {{name: string, ms?: number | null, open?: boolean, toCome?: boolean}[]} phases in order
 * @param {{room?: number, least?: number}} [drawn] room: how wide a lens is, as a part of the bar; least: milliseconds that the
 *   bar stands for at least, so that a round under way grows in it
 * @returns {{whole: number | null, spans: any[], lenses: any[], unseen: any[]}} spans: the phases, with `from` and `to`, from 0 to 1;
 *   lenses: {end: "beginning" | "end", from, to, factor, spans}, whose own spans are parts of the lens
 */
export function proportioned(phases, { room = 1, least = 0 } = {}) {
  const known = phases.filter(({ ms }) => typeof ms === "number");
  const unseen = phases.filter(({ ms, toCome }) => typeof ms !== "number" && !toCome);
  const whole = sumOf(known);
  const spans = laidOut(known, Math.max(whole, least));
  const lenses = [lensOf(spans, "beginning", room), lensOf(spans, "end", room)].filter(Boolean);
  return { whole: known.length ? whole : null, spans, lenses, unseen };
}

const sumOf = (phases) => phases.reduce((total, { ms }) => total + ms, 0);

function laidOut(phases, whole) {
  let before = 0;
  return phases.map((phase) => {
    const from = before;
    before += phase.ms;
    return { ...phase, from: whole ? from / whole : 0, to: whole ? before / whole : 0 };
  });
}

/** Return the lens on the longest run at this end whose phases together are too short to see; null if there is none. */
function lensOf(spans, end, room) {
  const fromEnd = end === "end" ? [...spans].reverse() : spans;
  const last = spans.at(-1)?.to ?? 0;
  const length = fromEnd.findIndex(({ from, to }) => (end === "end" ? last - from : to) >= TOO_SHORT);
  const run = spans.filter((span) => fromEnd.indexOf(span) < length);
  const within = sumOf(run);
  if (!within) return null;
  const [from, to] = [run[0].from, run.at(-1).to];
  return { end, from, to, factor: Number((room / (to - from)).toPrecision(DIGITS)), spans: laidOut(run, within) };
}

/**
 * Return the spans with the words that fit into them, or else below them. No two labels touch.
 * @param {any[]} spans with `name`, `time`, `from` and `to`
 * @param {number} width of the bar
 * @param {(text: string) => number} widthOf in the same unit, with the room beside it
 * @returns {any[]} with `inside`: the words, or null; `below`: {text, at}, where it begins, or null
 */
export function labelled(spans, width, widthOf) {
  const within = spans.map((span) => ({ ...span, inside: fitting(span, (span.to - span.from) * width, widthOf), below: null }));
  const outside = within.filter(({ inside, time }) => inside === null && time);
  for (const textOf of [wordsOf, ({ time }) => time]) {
    const texts = outside.map(textOf);
    const total = texts.reduce((sum, text) => sum + widthOf(text), 0);
    if (total > width) continue;
    placed(outside, texts, width, widthOf);
    break;
  }
  return within;
}

const wordsOf = ({ name, time }) => [name, time].filter(Boolean).join(" ");

function fitting(span, room, widthOf) {
  return [wordsOf(span), span.time].find((text) => text && widthOf(text) <= room) ?? null;
}

/** Place each text below its span, as far to the left as the ones after it need. */
function placed(spans, texts, width, widthOf) {
  let end = width;
  const latest = [...texts].reverse().map((text) => (end -= widthOf(text))).reverse();
  let begin = 0;
  spans.forEach((span, index) => {
    const at = Math.max(begin, Math.min(span.from * width, latest[index]));
    begin = at + widthOf(texts[index]);
    span.below = { text: texts[index], at };
  });
}

/**
 * Return the phases between moments, in seconds. A moment that is missing between known ones was not observed; the first one
 * missing at the end is under way, and those after it are to come, unless all is over.
 * @param {number | null | undefined} begin
 * @param {any[]} steps each with `at`, the moment that ends it, or null
 * @param {number | null} now null once it is over
 */
export function passing(begin, steps, now) {
  let before = begin ?? null;
  const last = steps.findLastIndex(({ at }) => typeof at === "number");
  return steps.map(({ at, ...step }, index) => {
    if (typeof at === "number") {
      const ms = before === null ? undefined : Math.max(0, at - before) * 1000;
      before = Math.max(at, before ?? at);
      return { ...step, ms };
    }
    if (index < last || now === null) return step;
    if (index > last + 1 || before === null) return { ...step, toCome: true };
    return { ...step, ms: Math.max(0, now - before) * 1000, open: true };
  });
}
