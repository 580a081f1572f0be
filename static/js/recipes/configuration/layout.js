// The places of everything, in pixels: rows of subscribers, the znode below.

const SIZES = [
  { most: 14, room: 62, radius: 26, across: 104, down: 112, roomy: true },
  { most: 48, radius: 18, across: 50, down: 52, roomy: false },
  { most: Infinity, radius: 13, across: 34, down: 35, roomy: false },
];
const ABOVE = 6;
const GAP = 26;
const NOBODY = { wide: 112, narrow: 165, from: 480 }; // where nobody is: the height of what to do first, in a width from there on
const ZNODE = { width: 330, height: 74 };

/** Return {width, height, unit, radius, roomy, places: [{x, y, port}], lane, znode: {x, y, width, height}} */
export function layOut({ width, height: wanted, top: free, unit }, count) {
  const { radius, across, down: usual, roomy } = SIZES.find(({ most, room = 0 }) => count <= most && width >= room * count * unit);
  const down = count ? usual : width < NOBODY.from * unit ? NOBODY.narrow : NOBODY.wide;
  const perRow = Math.max(1, Math.min(count || 1, Math.floor(width / (across * unit))));
  const rows = Math.max(1, Math.ceil(count / perRow));
  const top = free + ABOVE * unit;
  const least = top + (rows * down + (roomy ? 0 : 16) + 2 * GAP + ZNODE.height + 26) * unit;
  const height = Math.max(wanted, least);
  const spare = height - least;
  const apart = down * unit + (spare * 0.3) / rows;
  const lane = top + rows * apart + (roomy ? 0 : 16) * unit + GAP * unit + spare * 0.3;
  const znode = znodeAt(width, lane + GAP * unit + spare * 0.2, unit);
  const spots = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / perRow);
    const inRow = Math.min(perRow, count - row * perRow);
    const x = width / 2 + (index - row * perRow - (inRow - 1) / 2) * width / (roomy ? inRow : perRow);
    return { x, y: top + row * apart + (radius + (roomy ? 16 : 0)) * unit };
  });
  const fromLeft = [...spots].sort((a, b) => a.x - b.x);
  const places = spots.map((spot) => ({ ...spot, port: portOf(fromLeft.indexOf(spot), count, znode) }));
  return { width, unit, roomy, radius: radius * unit, places, lane, znode, height };
}

function znodeAt(width, y, unit) {
  const wide = Math.min(ZNODE.width * unit, width - 24 * unit);
  return { x: (width - wide) / 2, y, width: wide, height: ZNODE.height * unit };
}

/** Return where its watch meets the znode. */
function portOf(index, count, { x, y, width }) {
  return { x: x + width * (0.12 + (0.76 * (index + 0.5)) / Math.max(1, count)), y };
}
