// The places of everything, in pixels: providers left, the name in the middle, clients right.

const LOOSE = { row: 92, radius: { provider: 26, client: 22 }, above: 6, below: 13, under: 14 };
const TIGHT = { row: 69, radius: { provider: 18, client: 18 }, above: 4, below: 13, under: 12 };
const NARROW = 560;
const NARROWEST = 360; // that its words need
const DENSE = { row: 46, across: 46, radius: 17 };
const MOST_ROOMY = 6;
const WORDS = 52; // half of what a process says, where that is cut
const CARD = 92;

/** Return the least height of all, in `unit`s; isLast: there is no smaller unit, in which the room would be wider. */
export const heightOf = (width, top, providers, clients, isLast) =>
  width < NARROWEST && !isLast ? Infinity : placesOf({ width, height: 0, top, unit: 1 }, providers, clients, isLast ? TIGHT : LOOSE).height;

/**
 * Return {width, height, unit, text: {above, below: how far from a disc}, providers: {radius, at}, clients: {radius, at, roomy}, lane: {x, width, height, below: where
 * calls pass}, card}; all is closer together where there would be no room.
 */
export function layOut(room, providers, clients) {
  const loose = placesOf(room, providers, clients, LOOSE);
  return loose.height > room.height + 1 ? placesOf(room, providers, clients, TIGHT) : loose;
}

function placesOf({ width, height: wanted, top, unit }, providers, clients, { row, radius, above, below, under }) {
  const narrow = width < NARROW * unit;
  const roomy = clients <= MOST_ROOMY;
  const side = narrow ? width * 0.27 : Math.max(130 * unit, width * 0.19);
  const out = narrow ? Math.min(side * 0.48, WORDS * unit) : side * (roomy ? 0.4 : 0.5); // from the edge to the discs
  const columns = roomy ? 1 : Math.max(1, Math.floor(side / (DENSE.across * unit)));
  const rows = roomy ? clients : Math.ceil(clients / columns);
  const least = Math.max(providers * row, rows * (roomy ? row : DENSE.row), 2 * row) * unit;
  const height = Math.max(wanted, top + least + under * unit);
  const inner = height - top - under * unit;
  const card = cardAt({ x: side, width: width - 2 * side }, top + inner / 2, unit, narrow);
  const lane = { x: side, width: width - 2 * side, height: inner, below: height - (under / 2) * unit };
  const radiusOf = (role, most) => Math.min(radius[role], narrow ? most : Infinity) * unit;
  return {
    width, height, top, unit, narrow, lane, card, text: { above: above * unit, below: below * unit },
    providers: { radius: radiusOf("provider", 21), at: column(providers, out, top, inner) },
    clients: { radius: roomy ? radiusOf("client", 18) : DENSE.radius * unit, roomy, at: roomy
      ? column(clients, width - out, top, inner)
      : grid(clients, columns, width - side / 2, top + inner / 2, unit) },
  };
}

/** Return places at equal distances, from top to bottom. */
function column(count, x, top, height) {
  return Array.from({ length: count }, (_, index) => ({ x, y: top + (height * (index + 0.5)) / count }));
}

/** Return places in rows of `columns`, around a point. */
function grid(count, columns, x, y, unit) {
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, index) => ({
    x: x + ((index % columns) - (columns - 1) / 2) * DENSE.across * unit,
    y: y + (Math.floor(index / columns) - (rows - 1) / 2) * DENSE.row * unit,
  }));
}

function cardAt(lane, middle, unit, narrow) {
  const width = Math.min(300 * unit, lane.width - (narrow ? 14 : 90) * unit);
  return { x: lane.x + (lane.width - width) / 2, y: middle - (CARD / 2) * unit, width, height: CARD * unit };
}

/** Return a line from the side of the card to a process; it leaves both horizontally. */
export function bow(from, to) {
  const middle = (from.x + to.x) / 2;
  return `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
}

/** Return the line of a call. Calls do not go through ZooKeeper: the line passes below its lane, and beside the words of those it does not reach. */
export function around(from, to, { x, width, below: level }, beside) {
  const [left, right] = [x, x + width];
  return `M${from.x} ${from.y}C${right + beside} ${from.y} ${right + beside} ${level} ${right} ${level}L${left} ${level}C${left - beside} ${level} ${left - beside} ${to.y} ${to.x} ${to.y}`;
}
