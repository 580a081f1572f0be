// Labels in a row: where two would touch, one stands for both.

const COUNTED = 4; // letters that a count takes

/**
 * Join labels, {texts, word, words, many, x, y}: neighbours of one word and height that would touch become one in their
 * middle, which counts both and says the word alone. letter: the width of one.
 */
export function joined(labels, letter) {
  const found = [];
  for (const label of [...labels].sort((one, other) => one.y - other.y || one.x - other.x)) {
    const last = found.at(-1);
    const touches = last && last.y === label.y && last.word === label.word && label.x - last.end < roomOf(last, label) * letter;
    if (touches) found[found.length - 1] = together(last, label);
    else found.push({ ...label, begin: label.x, end: label.x });
  }
  return found;
}

const roomOf = (one, other) => (one.words.length + other.words.length) / 2 + COUNTED;

function together(one, other) {
  const { begin, word } = one;
  return { ...one, texts: [...one.texts, ...other.texts], words: word, many: one.many + other.many, x: (begin + other.x) / 2, end: other.x };
}
