// The places of everything, in pixels: rows of subscribers, the znode below.

const SIZES = [
  { most: 14, room: 52, radius: 28, across: 104, down: 122, roomy: true },
  { most: 48, radius: 18, across: 50, down: 52, roomy: false },
  { most: Infinity, radius: 13, across: 34, down: 35, roomy: false },
];
const ABOVE = 46;
const GAP = 64;
const ZNODE = { width: 330, height: 84 };

/** Return {width, height, unit, radius, roomy, places: [{x, y, port}], lane, znode: {x, y, width, height}} */
export function layOut({ width, unit }, count) {
  const { radius, across, down, roomy } = SIZES.find(({ most, room = 0 }) => count <= most && width >= room * count * unit);
  const perRow = Math.max(1, Math.min(count || 1, Math.floor(width / (across * unit))));
  const rows = Math.max(1, Math.ceil(count / perRow));
  const top = ABOVE * unit;
  const lane = top + (rows * down + (roomy ? 0 : 16)) * unit + 14 * unit;
  const znode = znodeAt(width, lane + GAP * 0.5 * unit, unit);
  const spots = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    const x = width / 2 + (index - row * perRow - (inRow - 1) / 2) * Math.min(across * unit * 1.35, width / inRow);
    return { x, y: top + (row * down + radius + (roomy ? 16 : 0)) * unit };
  });
  const fromLeft = [...spots].sort((a, b) => a.x - b.x);
  const places = spots.map((spot) => ({ ...spot, port: portOf(fromLeft.indexOf(spot), count, znode) }));
  return { width, unit, roomy, radius: radius * unit, places, lane, znode, height: znode.y + znode.height + 14 * unit };
}

function znodeAt(width, y, unit) {
  const wide = Math.min(ZNODE.width * unit, width - 24 * unit);
  return { x: (width - wide) / 2, y, width: wide, height: ZNODE.height * unit };
}

/** Return where its watch meets the znode. */
function portOf(index, count, { x, y, width }) {
  return { x: x + width * (0.12 + (0.76 * (index + 0.5)) / Math.max(1, count)), y };
}
