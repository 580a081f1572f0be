// The places of everything on the stage. Pure: columns and a size in, places out.
import { isHead } from "./looks.js";
import { typeFor, widthOf } from "./type.js";

const ALL_UP_TO = 12;
const HEAD = 4;
const TAIL = 3;
const NARROWEST = 60;
const NARROWEST_FOLDED = 84;
const USUAL = 14; // pixels of type that those are for
const GROWN_FROM = 116; // the width of a column from which on all grows with it
const GROWTH = 2.2; // at most
const FINER = 0.02;
const BAND = 30.4; // above all else: the title at its left, the checks of the view at its right; for a projector both are away
const PROJECTED_BAND = 6;
const LABEL = "n_0000000003";

/**
 * Return {slots, x(key), sizes…}; a slot is a column or a fold {key, folded: [columns]}. size: {width, height,
 * unit, least, scrolled}; unit is 1 for normal type, more for the projector, least the size of the smallest type.
 * hub: all watch the parent znode, which has a place then; races: the only other znode is below it.
 * All is as large as the height and a column's width allow: `unit` of the places is the one of the size, grown.
 * @param columns
 * @param size
 * @param {{unfolded?: boolean, chosen?: string, hub?: boolean, races?: boolean}} how
 */
export function arrange(columns, size, { unfolded, chosen, hub, races }) {
  const scale = Math.max(size.unit, size.least / USUAL);
  const slots = unfolded ? columns : foldMiddle(columns, size.width / scale, chosen);
  const step = Math.max(size.width / Math.max(1, slots.length), NARROWEST * scale);
  const width = Math.max(size.width, step * slots.length);
  const half = (step * (slots.length - 1)) / 2;
  const middles = new Map(slots.map(({ key }, at) => [key, width / 2 - half + at * step]));
  const inFold = new Map(slots.flatMap((slot) => (slot.folded ?? []).map(({ key }) => [key, slot.key])));
  const longest = Math.max(2, ...columns.map(({ id }) => id?.length ?? 0));
  const heights = vertical(size, step, scale, hub, longest);
  const middle = width > size.width ? size.scrolled + size.width / 2 : width / 2;
  const x = (key) => middles.get(inFold.get(key) ?? key);
  return {
    slots,
    width,
    step,
    least: size.least,
    ...heights,
    x,
    slotOf: (key) => inFold.get(key) ?? key,
    isFolded: (key) => inFold.has(key),
    hub: hub ? { ...hubAt(middle, width > size.width ? size.width * 0.7 : Infinity, step, heights), room: size.width / 2 } : null,
    znodeX: ({ key, ghost }) => (races ? middle - (ghost ? heights.znodeWidth * 1.15 : 0) : x(key)),
  };
}

function foldMiddle(columns, width, chosen) {
  if (columns.length <= ALL_UP_TO) return columns;
  const room = clamp(Math.floor(width / NARROWEST_FOLDED), HEAD + TAIL, ALL_UP_TO);
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
function hubAt(x, reach, step, { hubY, hubHeight, unit, type }) {
  const width = Math.max(Math.min(150 * unit, 1.6 * step), widthOf("election", "hub", type) + 16 * unit);
  const spread = (from) => clamp((from - x) * 0.16, -width / 2 + 8 * unit, width / 2 - 8 * unit);
  const end = (from) => ({ x: x + spread(from), y: hubY - hubHeight / 2 });
  return { x, y: hubY, width, height: hubHeight, reaches: (from) => Math.abs(from - x) < reach, end };
}

/** Return the heights at the largest growth that the room has; where there is little, all moves closer together. */
function vertical(size, step, scale, hub, longest) {
  const { height, unit } = size;
  const at = (growth, tight = 0) => partsAt(size, step, scale, hub, longest, growth, tight);
  let growth = clamp(step / (GROWN_FROM * unit), 1, GROWTH);
  while (growth > 1 && at(growth).total > height) growth = Math.max(1, growth - FINER);
  const [roomy, closest] = [at(growth), at(1, 1)];
  const tight = clamp((roomy.total - height) / (roomy.total - closest.total), 0, 1);
  return stacked(tight ? at(1, tight) : roomy, Math.max(height, closest.total));
}

/** Return the heights of all that stands one above the other. tight: from 0 to 1, by which all comes closer. */
function partsAt({ unit: normal, least }, step, scale, hub, longest, growth, tight) {
  const unit = normal * growth;
  const type = typeFor(normal, growth, least);
  const radius = clamp(step * 0.225, 18 * scale, Math.max(18 * scale, (31 - 7 * tight) * unit));
  type.name = Math.max(least, Math.min(type.name, (1.75 * radius * type.name) / widthOf("0".repeat(longest), "name", type)));
  const needs = Math.max(widthOf("believes it leads", "belief", type) + 6 * unit, widthOf("9.9 s", "left", type) + 2 * radius + 20 * unit);
  const narrow = step < needs; // beliefs then have a second line
  const parts = {
    band: least ? PROJECTED_BAND * normal : Math.max(BAND * normal, type.title * 1.4),
    belief: type.belief * (narrow ? 2.7 : 1.45),
    disc: 2 * radius,
    channel: Math.max((46 - 18 * tight) * unit, type.session * 2),
    pad: (14 - 10 * tight) * unit,
    hub: hub ? Math.max(32 * unit, type.hub * 1.6) + (14 - 8 * tight) * unit : 0,
    crown: 27 * unit,
    znode: Math.max((40 - 8 * tight) * unit, type.znode * 1.7),
    crownRow: type.crown * 1.45,
    noticeRow: type.score * 1.3,
    titleRow: type.title * 1.55,
  };
  const total = Object.values(parts).reduce((sum, part) => sum + part, 0);
  const room = step - 12 * unit;
  const znodeWidth = Math.min(room, Math.max(130 * unit, widthOf(LABEL, "znode", type) + 12 * unit));
  return { ...parts, total, growth, unit, type, narrow, radius, znodeWidth, hubHeight: Math.max(32 * unit, type.hub * 1.6) };
}

/** Return the places of the parts; what is left of the height goes to the lines between the lanes, and into ZooKeeper's. */
function stacked(parts, height) {
  const { growth, unit, type, narrow, radius, znodeWidth, hubHeight, total } = parts;
  const spare = height - total;
  const processY = parts.band + parts.belief + radius;
  const laneY = processY + radius + parts.channel + spare * 0.6;
  const hubY = laneY + parts.pad + spare * (parts.hub ? 0.1 : 0) + hubHeight / 2;
  const znodeY = laneY + parts.pad + parts.hub + parts.crown + spare * 0.28 + parts.znode / 2;
  const below = znodeY + parts.znode / 2;
  return {
    growth,
    unit,
    type,
    narrow,
    radius,
    processY,
    laneY,
    laneHeight: height - laneY,
    hubY,
    hubHeight,
    znodeY,
    znodeWidth,
    znodeHeight: parts.znode,
    foldWidth: Math.max(56 * unit, widthOf("more", "word", type) + 20 * unit),
    crownLine: below + parts.crownRow * 0.78,
    noticeLine: below + parts.crownRow + parts.noticeRow * 0.74,
    height,
  };
}

function clamp(value, low, high) {
  return Math.min(high, Math.max(low, value));
}
