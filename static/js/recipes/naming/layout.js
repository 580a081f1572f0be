// The places of everything, in pixels: providers left, the name in the middle, clients right.

const ROW = 88;
const DENSE = { row: 46, across: 46, radius: 17 };
const MOST_ROOMY = 6;
const BELOW = 14; // where the calls pass
const CARD = 92;

/** Return {width, height, unit, providers: {radius, at}, clients: {radius, at, roomy}, lane: {x, width, height, below: where calls pass}, card} */
export function layOut({ width, height: wanted, top, unit }, providers, clients) {
  const narrow = width < 560 * unit;
  const roomy = clients <= MOST_ROOMY;
  const side = narrow ? width * 0.27 : Math.max(130 * unit, width * 0.19);
  const out = narrow || !roomy ? 0.5 : 0.4; // of a side, from the edge to its discs
  const columns = roomy ? 1 : Math.max(1, Math.floor(side / (DENSE.across * unit)));
  const rows = roomy ? clients : Math.ceil(clients / columns);
  const least = Math.max(providers * ROW, rows * (roomy ? ROW : DENSE.row), 2 * ROW) * unit;
  const height = Math.max(wanted, top + least + BELOW * unit);
  const inner = height - top - BELOW * unit;
  const card = cardAt({ x: side, width: width - 2 * side }, top + inner / 2, unit, narrow);
  const lane = { x: side, width: width - 2 * side, height: inner, below: height - (BELOW / 2) * unit };
  return {
    width, height, top, unit, narrow, lane, card,
    providers: { radius: (narrow ? 21 : 26) * unit, at: column(providers, side * out, top, inner) },
    clients: { radius: (roomy ? (narrow ? 18 : 22) : DENSE.radius) * unit, roomy, at: roomy
      ? column(clients, width - side * out, top, inner)
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
  const width = Math.min(300 * unit, lane.width - (narrow ? 20 : 90) * unit);
  return { x: lane.x + (lane.width - width) / 2, y: middle - (CARD / 2) * unit, width, height: CARD * unit };
}

/** Return a line from the side of the card to a process; it leaves both horizontally. */
export function bow(from, to) {
  const middle = (from.x + to.x) / 2;
  return `M${from.x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
}

/** Return the line of a call. Calls do not go through ZooKeeper: the line passes below its lane. */
export function around(from, to, { x, width, below: level }, unit) {
  const [left, right] = [x, x + width];
  const beside = 20 * unit;
  return `M${from.x} ${from.y}C${right + beside} ${from.y} ${right + beside} ${level} ${right} ${level}L${left} ${level}C${left - beside} ${level} ${left - beside} ${to.y} ${to.x} ${to.y}`;
}
