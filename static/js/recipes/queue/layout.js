// The places of everything in a queue, in rem: producers, the items in their order, consumers, and
// what is done; side by side if there is room, one below the other on a narrow screen.

const ITEM = { width: 3.1, height: 2.1, gap: 0.4 };
const ROWS = 4;
const PERSON = { wide: 2.8, narrow: 5, middle: 1.8, column: 6 };
const HOLDER = { height: 7.5, middle: 3.5 }; // a consumer below the item in its hands, on a narrow screen
const WORDS = { above: 2.3, below: 1.7 }; // on the ground, above and below the items
export const NARROW = 34;
const MOST_PEOPLE = 10;

/**
 * Return {width, height, isNarrow, producers: [at], consumers: [at], belt: {at(place), shown, …}, ground: {top, height}, done: at};
 * `at` is {x, y}, the centre.
 */
export function layoutOf(room, producers, consumers, waiting) {
  const isNarrow = room.width < NARROW;
  const [makers, takers] = [producers, consumers].map((count) => Math.min(MOST_PEOPLE, count));
  return (isNarrow ? below : beside)(room, Math.max(1, makers), Math.max(1, takers), waiting);
}

function beside({ width, height: wanted, top }, makers, takers, waiting) {
  const height = Math.max(top + 7, wanted, top + (Math.max(makers, takers) + 0.2) * PERSON.wide);
  const belt = beltOf({ left: 8.6, right: width - 18.2, top: (top + height) / 2 }, waiting, true);
  return {
    width,
    height,
    isNarrow: false,
    belt,
    ground: { top, height: height - top },
    producers: column(makers, 1.6, top, height),
    consumers: column(takers, width - 12.2, top, height),
    hand: { x: -3.4, y: 0 },
    done: { x: width - 2.2, y: (top + height) / 2 },
  };
}

function column(count, x, top, height) {
  const step = (height - top) / count;
  return Array.from({ length: count }, (_, at) => ({ x, y: top + (at + 0.5) * step }));
}

function below({ width, height: wanted, top }, makers, takers, waiting) {
  const producers = grid(makers, width, top, PERSON.narrow, PERSON.middle);
  const consumers = grid(takers, width, 0, HOLDER.height, HOLDER.middle);
  const upper = top + producers.height + WORDS.above;
  const belt = beltOf({ left: 0.2, right: width - 4.4, top: upper }, waiting, false);
  const height = Math.max(wanted, upper + belt.height + WORDS.below + 0.5 + consumers.height);
  const lower = height - consumers.height;
  return {
    width,
    height,
    isNarrow: true,
    belt,
    ground: { top: upper - WORDS.above, height: lower - upper + WORDS.above - 0.5 },
    producers: producers.places,
    consumers: consumers.places.map(({ x, y }) => ({ x, y: y + lower })),
    hand: { x: 0, y: -2.4 },
    done: { x: width - 2.2, y: upper + belt.height / 2 },
  };
}

/** Return the places in rows, `each` high, and their height. middle: of a place in its row. */
function grid(count, width, top, each, middle) {
  const columns = Math.max(1, Math.min(count, Math.floor(width / PERSON.column)));
  const step = width / columns;
  const rows = Math.ceil(count / columns);
  const places = Array.from({ length: count }, (_, at) => ({
    x: ((at % columns) + 0.5) * step,
    y: top + Math.floor(at / columns) * each + middle,
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
