// Numbers, times and names as people read them.

// The form in which kazoo and Curator write it: "GUID-n_", "GUID__lock__", "_c_GUID-latch-".
const GUID = /^(_c_)?[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}-?_*/i;
const LONGEST_NAME = 40;
const LONGEST_END = 8; // characters of a shortened name
const LONGEST_WHOLE = 600; // characters of a name in a question

/** Return seconds as text: 0.0004 → "0.4 ms", 2.013 → "2.01 s". */
export function duration(seconds) {
  return milliseconds(seconds * 1000);
}

export function milliseconds(ms) {
  if (ms < 0.05) return "< 0.1 ms";
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${ms.toFixed(0)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(2)} s`;
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Return seconds for a running number: one decimal, so that it can be read while it runs. */
export function running(seconds) {
  const positive = Math.max(0, seconds);
  if (positive < 60) return `${positive.toFixed(1)} s`;
  if (positive < 3600) return `${Math.floor(positive / 60)} min ${Math.floor(positive % 60)} s`;
  return `${Math.floor(positive / 3600)} h ${Math.floor((positive % 3600) / 60)} min`;
}

/** Return the seconds since 1970 as "12:01:05" in the reader's time zone. */
export function clockTime(wall, withMs = false) {
  const date = new Date(wall * 1000);
  const text = date.toLocaleTimeString("en-GB");
  return withMs ? `${text}.${String(date.getMilliseconds()).padStart(3, "0")}` : text;
}

/** Return the seconds since 1970 as "26 Nov, 12:01:05" in the reader's time zone. */
export function dayTime(wall) {
  return new Date(wall * 1000).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

const ASKERS = { page: "from a page", script: "by a script" };

/** Say who asked for it: "page" → " from a page"; "" if nobody did. */
export function askedBy({ by }) {
  return by ? ` ${ASKERS[by] ?? `by ${by}`}` : "";
}

/** Return a count with thin separators: 100000 → "100 000". */
export function count(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

const ORDINAL = new Intl.PluralRules("en", { type: "ordinal" });
const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" };

/** Return "1st", "2nd", "13th", "21st". */
export function nth(number) {
  return `${count(number)}${ENDINGS[ORDINAL.select(number)]}`;
}

/** Return "s1", "s1 and s2", "s1, s2 and s3". */
export function listed(names, word = "and") {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}

export function plural(number, word) {
  return `${count(number)} ${word}${number === 1 ? "" : "s"}`;
}

/** Return "once", "4 times". */
export function times(number) {
  return number === 1 ? "once" : `${count(number)} times`;
}

/** Return how often it was for each, of at least one: [2, 2] → "2 times each", [1, 4] → "from 1 to 4 times each". */
export function timesEach(numbers) {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const often = least === most ? times(most) : `from ${count(least)} to ${count(most)} times`;
  return numbers.length > 1 ? `${often} each` : often;
}

/** Shorten a name, but keep its end, which tells sequential znodes and sessions apart. */
function shortName(name, length) {
  const text = spelt(name);
  return text.length <= length ? text : `…${text.slice(1 - length)}`;
}

/** Shorten a name that people chose in its middle: "wor…-17". Its end tells it from others that begin alike. */
export function shortened(name, length) {
  const text = spelt(name);
  const end = Math.min(LONGEST_END, Math.floor(length / 3));
  return text.length <= length ? text : `${text.slice(0, length - 1 - end)}…${text.slice(text.length - end)}`;
}

/** Shorten a text, but keep its beginning. */
export function cut(name, length) {
  const text = spelt(name);
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

// A name that runs from right to left, as the dashboard isolates it in its sentences; what joins two pictures to one.
const KEPT = /\u2068[^\p{Cf}\p{DI}]*?[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc][^\p{Cf}\p{DI}]*?\u2069|(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f/u;
const HIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]/u; // the last ones are drawn as nothing
const EITHER = new RegExp(`(${KEPT.source})|${HIDDEN.source}`, "gu");

/** Return the text with invisible characters, and those that turn the direction of writing, spelt out. */
export function spelt(text) {
  return text.replace(EITHER, (found, kept) => kept ?? codeOf(found.codePointAt(0).toString(16)));
}

const codeOf = (digits) => (digits.length > 4 ? `\\u{${digits}}` : `\\u${digits.padStart(4, "0")}`);

/** Return a very long name as its two ends, spelt out: the end tells it from its siblings. */
export function bothEnds(name) {
  const text = spelt(name);
  return text.length <= LONGEST_WHOLE ? text : `${text.slice(0, LONGEST_WHOLE / 3)} … ${text.slice(-LONGEST_WHOLE / 3)}`;
}

const TAIL = 4;

/**
 * Return the id of a session or of a transaction → as much of it as tells it from the others: "0x…0001", "0x1…0001". The
 * servers of an ensemble number their sessions alike; the first digits say which server made one, and when.
 */
export function shortIds(ids) {
  const alike = new Map(); // end → ids
  for (const id of new Set(ids)) {
    const end = id.slice(-TAIL);
    alike.set(end, [...(alike.get(end) ?? []), id]);
  }
  const short = [...alike.values()].flatMap((group) => group.map((id) => [id, shortest(id, group)]));
  return new Map(short);
}

function shortest(id, alike) {
  const { length } = id;
  let head = 2; // "0x"
  while (head + TAIL < length && alike.some((other) => other !== id && begins(other, id, head))) head += 1;
  return head + TAIL + 1 < length ? `${id.slice(0, head)}…${id.slice(-TAIL)}` : id;
}

function begins(other, id, head) {
  return other.slice(0, head) === id.slice(0, head);
}

/** Return a znode's label, as the dashboard gives it to members of a chain: without the GUID in front. */
export function shortZnode(name) {
  return shortName(labelOf(name ?? ""), LONGEST_NAME);
}

/** Return the name of a znode without the GUID in front: people sort by it. */
export function labelOf(name) {
  return name.replace(GUID, "") || name;
}

/** Return a share, 0 to 1, as CSS has it: 0.5 → "50.00%". */
export const percent = (share) => `${(100 * share).toFixed(2)}%`;

export function hexZxid(zxid) {
  return typeof zxid === "number" ? `0x${zxid.toString(16)}` : String(zxid);
}
