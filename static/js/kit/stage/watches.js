// A watch runs from a process to the znode it watches; the line says how it is known.
import { html, useRef } from "../../html.js";
import { PARENT } from "../../paths.js";
import { EVIDENCE, sessionOf } from "./looks.js";
import { Moving, placeStyle, pure, useMove } from "./moving.js";
import { fitting } from "./type.js";

const FARTHEST = CSS.supports("d", 'path("M0 0")') ? Infinity : -1; // a browser that moves no line fades it in at its new place

/** Return the part that draws a watch: a line of watchesOf. */
export function watchOf(line, scene) {
  const { key, by, on, evidence, fired, many, start, end } = line;
  const label = labelPlace(line, scene.places);
  return {
    of: Watch,
    key,
    looks: `watch ${evidence} ${fired ? "fired" : ""} ${many ? "of-all" : ""}`,
    evidence,
    many: many ?? 1,
    fromX: start.x,
    fromY: start.y,
    toX: end.x,
    toY: end.y,
    labelX: label.x,
    labelY: label.y,
    words: labelOf(line, label, scene),
    about: `${by} ${many > 1 ? "watch" : "watches"} ${on}: ${EVIDENCE[evidence] ?? evidence}`,
  };
}

const Watch = pure(({ looks, evidence, many, fromX, fromY, toX, toY, labelX, labelY, words, about, leaves, tools }) => {
  const [path, label] = [useRef(null), useRef(null)];
  const ends = [fromX, fromY, toX, toY];
  useMove(path, ends, lineStyle, tools, FARTHEST);
  useMove(label, [labelX, labelY], placeStyle, tools);
  return html`
    <${Moving} class=${looks} data-evidence=${evidence} leaves=${leaves} tools=${tools}>
      <title>${about}</title>
      <path ref=${path} d=${curveOf(ends)} style=${`--many: ${Math.min(4, 1 + Math.log10(many))}`} />
      <text ref=${label} class="watch-label" text-anchor="end" transform=${`translate(${labelX},${labelY})`}>${words}</text>
    <//>
  `;
});

/** @param {number[]} ends */
const curveOf = ([x, y, toX, toY]) => curve({ start: { x, y }, end: { x: toX, y: toY } });

const lineStyle = (ends) => ({ d: `path("${curveOf(ends)}")` });

/** Return the label of a watch of the one before, if there is room between it and that one's session. */
function labelOf({ key, evidence, isQuiet, target, start }, { x, y }, { places, lines, isCovered }) {
  const { unit, step, type, laneY, x: xOf } = places;
  const left = xOf(target) + 8 * unit;
  const box = { left, right: x, top: y - type.watch, bottom: y };
  const isFree = !places.hub && start.x - left < step && y < laneY && !isCovered(start.x) && !isCrossed(box, lines.filter((line) => line.key !== key));
  const choices = ["wire", "server"].includes(evidence) ? ["watches"] : [`watches (${evidence})`, "watches"];
  return isQuiet || !isFree ? "" : fitting(choices, x - left, "watch", type);
}

/** Tell whether one of the lines runs through a box. */
export function isCrossed({ left, right, top, bottom }, lines) {
  const isNear = ({ start, end }) => Math.max(start.x, end.x) > left && Math.min(start.x, end.x) < right && start.y < bottom && end.y > top;
  return lines.some((line) => isNear(line) && lineAt(top, line.start, line.end) > left && lineAt(bottom, line.start, line.end) < right);
}

/** Return the watches of drawn candidates whose target is drawn too, perhaps as part of a fold. */
export function watchesOf(scene) {
  return scene.places.hub ? watchesOfHub(scene) : watchesOfChain(scene);
}

function watchesOfChain({ shown, targets, places, nameOf }) {
  return shown
    .filter(({ entry, ghost }) => !ghost && entry?.watches && targets.has(entry.watches))
    .map(({ key, entry, id }) => {
      const target = targets.get(entry.watches);
      return {
        key: `${key}>${entry.watches}`,
        by: id ?? entry.name,
        on: nameOf(entry.watches),
        target: entry.watches,
        evidence: entry.evidence,
        fired: target.ghost,
        isQuiet: target.ghost || !["alive", "unobserved"].includes(sessionOf(target)),
        ...ends(places.x(key), places.x(entry.watches), places, places.isFolded(entry.watches)),
      };
    });
}

/** Return the watches on the parent; those of a fold are one line, thicker the more they are. */
function watchesOfHub({ places, row, path }) {
  return places.slots.flatMap((slot) => {
    const watching = (slot.folded ?? [slot]).map((column) => watchedBy(column, row)).filter(Boolean);
    if (!watching.length || !places.hub.reaches(places.x(slot.key))) return [];
    const by = slot.folded ? `${watching.length} more` : (slot.id ?? slot.entry.name);
    const { evidence } = watching[0];
    const line = hubEnds(places.x(slot.key), places);
    return [{ key: `${slot.key}>.`, by, on: `the list of children of ${path}`, target: path, evidence, fired: false, many: watching.length, ...line }];
  });
}

/** Return the watch of a column on the parent, if it has one. */
function watchedBy({ id, entry, ghost }, { racing }) {
  const known = entry && !ghost ? entry : racing?.[id];
  return known?.watches === PARENT ? known : null;
}

/** Return the line from the lower left of the process to the upper right of the znode. */
export function watchPath(from, to, places) {
  return curve(ends(from, to, places));
}

/** Return where the line from a process to the znode it watches is at a height, between its ends. */
export function watchedAt(y, from, to, places) {
  const { start, end } = ends(from, to, places);
  return lineAt(y, start, end);
}

function lineAt(y, start, end) {
  const down = clamp((y - start.y) / (end.y - start.y));
  let [low, high] = [0, 1]; // along the line, which only falls
  for (let cut = 0; cut < 7; cut += 1) {
    const at = (low + high) / 2;
    if (along(at, 0.25, 0.6) < down) low = at;
    else high = at;
  }
  return start.x - along(low, 0.55, 0.9) * (start.x - end.x);
}

const clamp = (share) => Math.min(1, Math.max(0, share));

/** Return how far a curve from 0 to 1 is, with these bones. */
const along = (at, first, second) => 3 * at * (1 - at) ** 2 * first + 3 * at ** 2 * (1 - at) * second + at ** 3;

/** Return the line from a process to the parent znode. */
export function hubPath(from, places) {
  return curve(hubEnds(from, places));
}

function curve({ start, end }) {
  const [across, fall] = [start.x - end.x, end.y - start.y];
  const first = `${start.x - across * 0.55},${start.y + fall * 0.25}`;
  const second = `${start.x - across * 0.9},${end.y - fall * 0.4}`;
  return `M${start.x},${start.y}C${first} ${second} ${end.x},${end.y}`;
}

function ends(from, to, { processY, radius, znodeY, znodeHeight, znodeWidth, unit, foldWidth }, isFolded = false) {
  const beside = isFolded ? foldWidth / 2 - 4 * unit : Math.min(20 * unit, znodeWidth * 0.3);
  return {
    start: { x: from - radius * 0.86, y: processY + radius * 0.9 },
    end: { x: to + beside, y: znodeY - znodeHeight / 2 - 3 * unit },
  };
}

function hubEnds(from, { hub, processY, radius, unit }) {
  const side = from > hub.x + unit ? -1 : 1;
  const end = hub.end(from);
  return {
    start: { x: from + side * radius * 0.7, y: processY + radius },
    end: { x: end.x, y: end.y - 3 * unit },
  };
}

function labelPlace({ start, end }, { unit }) {
  const y = start.y + (end.y - start.y) * 0.36;
  return { x: lineAt(y, start, end) - 7 * unit, y };
}
