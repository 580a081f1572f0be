// A watch runs from a process to the znode it watches; the line says how it is known.
import { PARENT } from "../../paths.js";
import { fadeOut, stay } from "./leaving.js";
import { EVIDENCE, sessionOf } from "./looks.js";
import { fitting } from "./type.js";
import { say, write } from "./write.js";

export function drawWatches(layer, scene, move) {
  const groups = layer
    .selectAll("g.watch")
    .data(scene.lines, ({ key }) => key)
    .join(enter, undefined, leave)
    .call(stay);
  const looksOf = ({ evidence, fired, many }) => `watch ${evidence} ${fired ? "fired" : ""} ${many ? "of-all" : ""}`;
  write(groups, { class: looksOf, "data-evidence": ({ evidence }) => evidence });
  groups.style("--many", ({ many }) => Math.min(4, 1 + Math.log10(many ?? 1))).each(/** @this {Element} */ function each(line) {
    labelIn(this, line, scene);
  });
  move(groups).style("opacity", 1);
  move(groups.select("path")).attr("d", curve);
  move(groups.select("text"))
    .attr("x", (line) => labelPlace(line, scene.places).x)
    .attr("y", (line) => labelPlace(line, scene.places).y);

  function enter(entering) {
    const group = entering.append("g").style("opacity", 0);
    group.append("title");
    group.append("path").attr("d", curve);
    group
      .append("text")
      .attr("class", "watch-label")
      .attr("text-anchor", "end")
      .attr("x", (line) => labelPlace(line, scene.places).x)
      .attr("y", (line) => labelPlace(line, scene.places).y);
    return group;
  }

  function leave(leaving) {
    fadeOut(leaving, move);
  }
}

/** Label a watch of the one before, where there is room between it and that one's session. */
function labelIn(node, { key, by, on, many = 1, evidence, isQuiet, target, start, end }, { places, lines, isCovered }) {
  const [title, , words] = node.children;
  const { unit, step, type, laneY, x: xOf } = places;
  const { x, y } = labelPlace({ start, end }, places);
  const left = xOf(target) + 8 * unit;
  const box = { left, right: x, top: y - type.watch, bottom: y };
  const isFree = !places.hub && start.x - left < step && y < laneY && !isCovered(start.x) && !isCrossed(box, lines.filter((line) => line.key !== key));
  say(title, `${by} ${many > 1 ? "watch" : "watches"} ${on}: ${EVIDENCE[evidence] ?? evidence}`);
  const choices = ["wire", "server"].includes(evidence) ? ["watches"] : [`watches (${evidence})`, "watches"];
  say(words, isQuiet || !isFree ? "" : fitting(choices, x - left, "watch", type));
}

/** Tell whether one of the lines runs through a box. */
export function isCrossed({ left, right, top, bottom }, lines) {
  return lines.some(({ start, end }) => lineAt(top, start, end) > left && lineAt(bottom, start, end) < right && start.y < bottom && end.y > top);
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
    const watching = (slot.folded ?? [slot]).map((column) => watchOf(column, row)).filter(Boolean);
    if (!watching.length || !places.hub.reaches(places.x(slot.key))) return [];
    const by = slot.folded ? `${watching.length} more` : (slot.id ?? slot.entry.name);
    const { evidence } = watching[0];
    const line = hubEnds(places.x(slot.key), places);
    return [{ key: `${slot.key}>.`, by, on: `the list of children of ${path}`, target: path, evidence, fired: false, many: watching.length, ...line }];
  });
}

/** Return the watch of a column on the parent, if it has one. */
function watchOf({ id, entry, ghost }, { racing }) {
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
