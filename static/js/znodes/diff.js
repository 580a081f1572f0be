// Two texts side by side, line by line, with the lines that both have in the same order.

const SHORT = 200; // lines
const NEAR = 3;
const MOST_CELLS = 1_000_000; // of the table of a longest common subsequence

/** Return [{left, right}], the texts of lines; null if one side has none. Equal texts are the same line. */
export function sideBySide(left, right) {
  const [a, b] = [left.split("\n"), right.split("\n")];
  const head = commonLength(a, b, (lines, at) => lines[at]);
  const tail = commonLength(a.slice(head), b.slice(head), (lines, at) => lines.at(-1 - at));
  const [aMiddle, bMiddle] = [a, b].map((lines) => lines.slice(head, lines.length - tail));
  return [
    ...a.slice(0, head).map(both),
    ...(aMiddle.length * bMiddle.length > MOST_CELLS ? pair(aMiddle, bMiddle) : aligned(aMiddle, bMiddle)),
    ...a.slice(a.length - tail).map(both),
  ];
}

/** Return the rows near a difference, and the others as {equal: how many}. Short texts stay whole. */
export function folded(rows) {
  if (rows.length <= SHORT) return rows;
  const near = new Set(rows.flatMap(({ left, right }, at) => (left === right ? [] : around(at))));
  const shown = [];
  rows.forEach((row, at) => {
    if (near.has(at)) shown.push(row);
    else if (shown.at(-1)?.equal) shown.at(-1).equal += 1;
    else shown.push({ equal: 1 });
  });
  return shown;
}

const around = (at) => Array.from({ length: 2 * NEAR + 1 }, (_, step) => at - NEAR + step);

const both = (line) => ({ left: line, right: line });

function commonLength(a, b, lineAt) {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && lineAt(a, length) === lineAt(b, length)) length += 1;
  return length;
}

/** Put lines that only one side has opposite each other. */
function pair(left, right) {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({
    left: left[at] ?? null,
    right: right[at] ?? null,
  }));
}

function aligned(a, b) {
  const lengths = table(a, b);
  const rows = [];
  let [i, j] = [0, 0];
  let own = [[], []];
  const flush = () => (rows.push(...pair(...own)), (own = [[], []]));
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) (flush(), rows.push(both(a[i])), (i += 1), (j += 1));
    else if (j === b.length || (i < a.length && lengths[i + 1][j] >= lengths[i][j + 1])) own[0].push(a[i++]);
    else own[1].push(b[j++]);
  }
  flush();
  return rows;
}

/** Return lengths[i][j] of the longest common subsequence of a from i on and b from j on. */
function table(a, b) {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i][j] = a[i] === b[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  return lengths;
}
