// The handoffs of the moments that a recording holds, as the dashboard answers GET handoffs: pure functions.

const PHASES = ["deleted", "next", "notified", "leading", "acknowledged", "held"];
const COMPARED = ["fault", "mark", "lost"]; // what the phases are counted from whose figures can be compared
const SHARES = { p50: 0.5, p95: 0.95, p99: 0.99 };
const COLUMNS = ["seq", "wall", "path", "strategy", "from", "to", "fault", "by", "phases_from", "within_ms", "mark"];
const WITH_WORDS = ["path", "from", "to", "fault", "mark", "strategy"];
// biome-ignore lint/suspicious/noControlCharactersInRegex: some program splits at them
const FORMULA = /(^|[;,|"\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029])(\s*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫−])/g; // what stands before one
const SPLITS = /[;,|"\s]/;
const MOST = 1000;
const EVER = 2 ** 53;

/**
 * Answer GET handoffs of these moments; every wish is text, as in a query, or missing.
 * @param moments
 * @param {{path?: string, since?: string | number, until?: string | number, begin?: string | number, end?: string | number, text?: string, limit?: string | number}} wishes
 */
export function answerOf(moments, { path, since = 0, until = EVER, begin = -Infinity, end = Infinity, text = "", limit = MOST }) {
  const isAsked = ({ what, seq, wall, subject }) =>
    what === "handoff" && seq >= Number(since) && seq <= Number(until) && wall >= Number(begin) && wall <= Number(end) && (path === undefined || subject === path);
  const handoffs = withWords(moments.filter(isAsked).map(handoffOf), text).slice(-Number(limit));
  return { handoffs, figures: figuresOf(handoffs), groups: groupsOf(handoffs) };
}

/** Return one handoff; a phase that nobody observed is missing from `phases_ms`. */
function handoffOf({ seq, wall, subject, data }) {
  const phases = Object.keys(data.phases_ms ?? {}).length ? data.phases_ms : { held: data.last_ms };
  const observed = PHASES.filter((phase) => Number.isFinite(phases[phase]));
  return {
    seq,
    wall,
    path: subject,
    strategy: data.strategy ?? null,
    from: data.from || data.from_name || null,
    to: data.to || data.to_name || null,
    fault: data.fault ?? null,
    mark: data.mark?.what ?? null,
    by: data.by ?? null,
    at: data.at ?? null,
    led_ms: data.led_ms ?? null,
    phases_from: data.phases_from ?? "fault",
    within_ms: data.within_ms ?? null,
    phases_ms: Object.fromEntries(observed.map((phase) => [phase, phases[phase]])),
    observed,
  };
}

/** Return the handoffs in which each word of the text stands somewhere. */
function withWords(handoffs, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return handoffs.filter((one) => {
    const told = WITH_WORDS.map((name) => one[name]).filter(Boolean).join(" ").toLowerCase();
    return words.every((word) => told.includes(word));
  });
}

/** Return the figures of each phase, {p50, p95, p99, max, count}, of what was observed and counted from the fault, a mark or the lost connection. */
function figuresOf(handoffs) {
  const compared = handoffs.filter((one) => COMPARED.includes(one.phases_from));
  const seen = PHASES.map((phase) => [phase, compared.map((one) => one.phases_ms[phase]).filter((ms) => ms !== undefined)]);
  return Object.fromEntries(seen.filter(([, values]) => values.length).map(([phase, values]) => [phase, ranksOf(values)]));
}

/** Return the nearest ranks. */
function ranksOf(values) {
  const inOrder = [...values].sort((one, other) => one - other);
  const ranks = Object.entries(SHARES).map(([name, share]) => [name, inOrder[Math.ceil(share * inOrder.length) - 1]]);
  return { ...Object.fromEntries(ranks), max: inOrder.at(-1), count: inOrder.length };
}

/** Return the figures by fault, mark and strategy, the most frequent first. */
function groupsOf(handoffs) {
  const found = new Map();
  for (const one of handoffs) {
    const key = JSON.stringify([one.fault, one.mark, one.strategy]);
    found.set(key, [...(found.get(key) ?? []), one]);
  }
  const mostFirst = [...found.values()].sort((one, other) => other.length - one.length);
  return mostFirst.map((own) => ({ fault: own[0].fault, mark: own[0].mark, strategy: own[0].strategy, count: own.length, figures: figuresOf(own) }));
}

/** Return the handoffs as CSV (RFC 4180): a head, then a row for each. */
export function csvOf(handoffs) {
  const head = [...COLUMNS, ...PHASES.map((phase) => `${phase}_ms`)];
  const rows = handoffs.map((one) => [...COLUMNS.map((name) => one[name]), ...PHASES.map((phase) => one.phases_ms[phase])]);
  return [head, ...rows].map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

/** Return a cell of which no spreadsheet runs a part as a formula, wherever it splits it. */
function cellOf(value) {
  if (typeof value !== "string") return String(value ?? "");
  const harmless = value.replace(FORMULA, "$1$2'");
  return SPLITS.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
