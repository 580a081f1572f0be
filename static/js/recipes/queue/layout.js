// The places of everything in a queue, in rem: producers, the items in their order, consumers, and
// what is done; side by side if there is room, one below the other on a narrow screen.

const ITEM = { width: 3.1, height: 2.1, gap: 0.4 };
const ROWS = 4;
const PERSON = { wide: 4.3, narrow: 5.2 };
const NARROW = 36;
const MOST_PEOPLE = 10;

/**
 * Return {width, height, isNarrow, producers: [at], consumers: [at], belt: {at(place), count, fold}, done: at};
 * `at` is {x, y}, the centre.
 */
export function layoutOf(width, producers, consumers, waiting) {
  const isNarrow = width < NARROW;
  const [makers, takers] = [producers, consumers].map((count) => Math.min(MOST_PEOPLE, count));
  return (isNarrow ? below : beside)(width, Math.max(1, makers), Math.max(1, takers), waiting);
}

function beside(width, makers, takers, waiting) {
  const height = Math.max(15, (Math.max(makers, takers) + 0.4) * PERSON.wide);
  const left = 9.4;
  const right = width - 19.6;
  const belt = beltOf({ left, right, top: height / 2 }, waiting, true);
  return {
    width,
    height,
    isNarrow: false,
    belt,
    producers: column(makers, 2.6, height),
    consumers: column(takers, width - 13.6, height),
    hand: { x: -3.9, y: 0 },
    done: { x: width - 2.9, y: height / 2 },
  };
}

function column(count, x, height) {
  const step = height / count;
  return Array.from({ length: count }, (_, at) => ({ x, y: (at + 0.5) * step }));
}

function below(width, makers, takers, waiting) {
  const producers = grid(makers, width, 0, PERSON.narrow);
  const top = producers.height + 0.9;
  const belt = beltOf({ left: 0.2, right: width - 0.2, top }, waiting, false);
  const consumers = grid(takers, width, top + belt.height + 1.6, PERSON.narrow + 2.6);
  const height = top + belt.height + 1.6 + consumers.height + 5.8;
  return {
    width,
    height,
    isNarrow: true,
    belt,
    producers: producers.places,
    consumers: consumers.places,
    hand: { x: 0, y: -2.5 },
    done: { x: width / 2, y: height - 2.6 },
  };
}

function grid(count, width, top, each) {
  const columns = Math.max(1, Math.min(count, Math.floor(width / 7)));
  const step = width / columns;
  const rows = Math.ceil(count / columns);
  const places = Array.from({ length: count }, (_, at) => ({
    x: ((at % columns) + 0.5) * step,
    y: top + (Math.floor(at / columns) + 0.5) * each,
  }));
  return { places, height: rows * each };
}

/** Return rows of items; the next one to take is at the right end of the first row. */
function beltOf({ left, right, top }, waiting, centred) {
  const step = ITEM.width + ITEM.gap;
  const columns = Math.max(1, Math.floor((right - left) / step));
  const shown = Math.min(waiting, columns * ROWS);
  const rows = Math.max(1, Math.ceil(shown / columns));
  const height = rows * (ITEM.height + ITEM.gap);
  const first = centred ? top - height / 2 : top;
  const at = (place) => ({
    x: right - ((place % columns) + 0.5) * step,
    y: first + (Math.floor(place / columns) + 0.5) * (ITEM.height + ITEM.gap),
  });
  return { at, shown, more: waiting - shown, front: { x: right, y: at(0).y }, back: { x: left + ITEM.width / 2, y: at(0).y }, left, right, top: first, height };
}
