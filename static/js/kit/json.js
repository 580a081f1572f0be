// JSON laid out, or put on one line, without being parsed: what JSON.parse would change (numbers
// beyond 2^53, duplicate keys, 1.0) stays as it is written.

const TOKEN = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const MOST_LEVELS = 100; // each adds two blanks to every line in it: a deep text would fill the memory
/** @type {[comma: string, colon: string][]} */
const LINES = [
  [",", ":"],
  [", ", ": "], // as Python writes it
];

/** Tell whether a text is a JSON object or list that can be laid out; a bare number or word counts as text. */
export function isJson(text) {
  return /^\s*[[{]/.test(text ?? "") && whyNotJson(text) === null && !isDeep(text);
}

function isDeep(text) {
  let level = 0;
  return tokensOf(text).some((token) => {
    if (token === "{" || token === "[") level += 1;
    if (token === "}" || token === "]") level -= 1;
    return level > MOST_LEVELS;
  });
}

const tokensOf = (text) => text.match(TOKEN) ?? [];

/** Return what a JSON parser says about a text; null if nothing is wrong. */
export function whyNotJson(text) {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return error.message;
  }
}

/** Lay out valid JSON: one value per line, two blanks per level. */
export function layOut(text) {
  const tokens = tokensOf(text);
  const parts = [];
  let level = 0;
  const line = () => `\n${"  ".repeat(level)}`;
  tokens.forEach((token, at) => {
    const opens = token === "{" || token === "[";
    const closes = token === "}" || token === "]";
    const isEmpty = closes && /^[{[]$/.test(tokens[at - 1]);
    if (closes) level -= 1;
    if (closes && !isEmpty) parts.push(line());
    parts.push(token);
    if (opens) level += 1;
    if (token === ":") parts.push(" ");
    if (token === "," || (opens && !/^[}\]]$/.test(tokens[at + 1]))) parts.push(line());
  });
  return parts.join("");
}

/** Return `edited` in the layout of `was`: on one line if that was, else as typed. */
export function laidOutAs(was, edited) {
  const like = LINES.find((marks) => onOneLine(was, marks) === was.trim());
  return like ? onOneLine(edited, like) + (/\s*$/.exec(was)?.[0] ?? "") : edited;
}

function onOneLine(text, [comma, colon]) {
  const marks = { ",": comma, ":": colon };
  return tokensOf(text).map((token) => marks[token] ?? token).join("");
}
