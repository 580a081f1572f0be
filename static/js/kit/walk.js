// Walking a row of buttons, of which one is chosen, with the arrow keys.

const ALONG = { ArrowRight: 1, ArrowLeft: -1 };
const RADIO = { ...ALONG, ArrowDown: 1, ArrowUp: -1 };

/** Return what a row does with a key: go on to the next of its first `count` buttons; `pick(index)` chooses it. */
export const walking = (count, pick) => (event) => {
  const row = event.currentTarget;
  const step = (row.getAttribute("role") === "radiogroup" ? RADIO : ALONG)[event.key];
  if (!step || !count) return;
  event.preventDefault();
  const next = ([...row.children].indexOf(event.target) + step + count) % count; // the drawing may be a frame late
  pick(next);
  row.children[next].focus();
};
