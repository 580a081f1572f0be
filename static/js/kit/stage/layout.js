// The places of everything on the stage. Pure: columns and a size in, places out.
import { isHead } from "./looks.js";

const ALL_UP_TO = 12;
const HEAD = 4;
const TAIL = 3;
const NARROWEST = 60;
const NARROWEST_FOLDED = 84;
const WIDEST = 196;
const CLOSER = 40; // pixels of normal type that a low stage does without

/**
 * Return {slots, x(key), sizes…}; a slot is a column or a fold {key, folded: [columns]}. size: {width, height,
 * unit, scrolled}; unit is 1 for normal type, more for the projector. hub: all watch the parent znode, which
 * has a place then; races: the only other znode is below it.
 * @param columns
 * @param size
 * @param {{unfolded?: boolean, chosen?: string, hub?: boolean, races?: boolean}} how
 */
export function arrange(columns, size, { unfolded, chosen, hub, races }) {
  const slots = unfolded ? columns : foldMiddle(columns, size, chosen);
  const step = clamp(size.width / Math.max(1, slots.length), NARROWEST * size.unit, WIDEST * size.unit);
  const width = Math.max(size.width, step * slots.length);
  const half = (step * (slots.length - 1)) / 2;
  const middles = new Map(slots.map(({ key }, at) => [key, width / 2 - half + at * step]));
  const inFold = new Map(slots.flatMap((slot) => (slot.folded ?? []).map(({ key }) => [key, slot.key])));
  const heights = vertical(size, step, hub);
  const middle = width > size.width ? size.scrolled + size.width / 2 : width / 2;
  const x = (key) => middles.get(inFold.get(key) ?? key);
  return {
    slots,
    width,
    step,
    ...heights,
    x,
    slotOf: (key) => inFold.get(key) ?? key,
    isFolded: (key) => inFold.has(key),
    hub: hub ? { ...hubAt(middle, width > size.width ? size.width * 0.7 : Infinity, heights), room: size.width / 2 } : null,
    znodeX: ({ key, ghost }) => (races ? middle - (ghost ? heights.znodeWidth * 1.15 : 0) : x(key)),
  };
}

function foldMiddle(columns, { width, unit }, chosen) {
  if (columns.length <= ALL_UP_TO) return columns;
  const room = clamp(Math.floor(width / (NARROWEST_FOLDED * unit)), HEAD + TAIL, ALL_UP_TO);
  const moving = columns.slice(HEAD, -TAIL).filter((column) => isMoving(column, chosen));
  const shown = new Set([...columns.slice(0, HEAD), ...moving.slice(0, room), ...columns.slice(-TAIL)]);
  return runs(columns, shown).flatMap((run) =>
    shown.has(run[0]) || run.length === 1 ? run : [{ key: `fold:${run[0].key}`, folded: run }],
  );
}

/** Tell whether viewers look at it: faults, false leaders, ghosts, the chosen one. */
function isMoving({ id, candidate, entry, ghost }, chosen) {
  const process = candidate?.process ?? entry?.process;
  return (
    ghost ||
    id === chosen ||
    process === "paused" ||
    process === "exited" ||
    isHead(candidate?.belief) ||
    Boolean(entry?.session_ends)
  );
}

function runs(columns, shown) {
  const found = [];
  for (const column of columns) {
    const last = found.at(-1);
    if (last && shown.has(last[0]) === shown.has(column)) last.push(column);
    else found.push([column]);
  }
  return found;
}

/**
 * Return the parent's place, in the middle of what is in sight, with the points of its upper edge where lines
 * end: they fan out. No line is drawn from farther away than `reach`.
 */
function hubAt(x, reach, { hubY, hubHeight, unit }) {
  const width = 150 * unit;
  const spread = (from) => clamp((from - x) * 0.16, -width / 2 + 8 * unit, width / 2 - 8 * unit);
  const end = (from) => ({ x: x + spread(from), y: hubY - hubHeight / 2 });
  return { x, y: hubY, width, height: hubHeight, reaches: (from) => Math.abs(from - x) < reach, end };
}

/** Where there is little room, all moves closer together, by `tight` from 0 to 1, and nothing lies over anything else. */
function vertical({ height, unit }, step, hub) {
  const roomy = (hub ? 332 : 290) * unit;
  const tall = clamp(height, roomy - CLOSER * unit, 640 * unit);
  const tight = clamp((roomy - tall) / (CLOSER * unit), 0, 1);
  const radius = clamp(step * 0.24, 18 * unit, (31 - 5 * tight) * unit);
  const top = Math.max(0, (height - tall) / 2);
  const laneHeight = ((hub ? 164 : 122) - 14 * tight) * unit;
  const bottom = top + tall - 4;
  return {
    unit,
    radius,
    titleY: top,
    processY: top + (58 - 8 * tight) * unit + radius,
    laneY: bottom - laneHeight,
    laneHeight,
    hubY: bottom - laneHeight + 26 * unit,
    hubHeight: 32 * unit,
    znodeY: bottom - laneHeight + ((hub ? 104 : 62) - 10 * tight) * unit,
    znodeWidth: Math.min(step - 12 * unit, 130 * unit),
    znodeHeight: 40 * unit,
    height: Math.max(height, tall),
  };
}

function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}
