// A watch runs from a process to the znode it watches; the line says how it is known.
import { PARENT } from "../../paths.js";
import { fadeOut, stay } from "./leaving.js";
import { EVIDENCE, sessionEnds } from "./looks.js";
import { say, write } from "./write.js";

export function drawWatches(layer, scene, move) {
  const groups = layer
    .selectAll("g.watch")
    .data(watchesOf(scene), ({ key }) => key)
    .join(enter, undefined, leave)
    .call(stay);
  const looksOf = ({ evidence, fired, many }) => `watch ${evidence} ${fired ? "fired" : ""} ${many ? "of-all" : ""}`;
  write(groups, { class: looksOf, "data-evidence": ({ evidence }) => evidence });
  groups.style("--many", ({ many }) => Math.min(4, 1 + Math.log10(many ?? 1))).each(label);
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

/**
 * Label a watch; beside a process whose session runs out, the time that is left has the room.
 * @this {Element}
 */
function label({ by, target, evidence, runsOut }) {
  const [title, , words] = this.children;
  say(title, `${by} watches ${target}: ${EVIDENCE[evidence] ?? evidence}`);
  say(words, runsOut ? "" : ["wire", "server"].includes(evidence) ? "watches" : `watches (${evidence})`);
}

/** Return the watches of drawn candidates whose target is drawn too, perhaps as part of a fold. */
function watchesOf(scene) {
  return scene.places.hub ? watchesOfHub(scene) : watchesOfChain(scene);
}

function watchesOfChain({ shown, columns, places }) {
  const targets = new Map(columns.filter(({ entry }) => entry).map((column) => [column.key, column]));
  return shown
    .filter(({ entry, ghost }) => !ghost && entry?.watches && targets.has(entry.watches))
    .map(({ key, id, entry }) => ({
      key: `${key}>${entry.watches}`,
      by: id ?? entry.name,
      target: targets.get(entry.watches).entry.label,
      evidence: entry.evidence,
      fired: targets.get(entry.watches).ghost,
      runsOut: sessionEnds(targets.get(entry.watches)) !== null,
      ...ends(places.x(key), places.x(entry.watches), places),
    }));
}

/** Return the watches on the parent; those of a fold are one line, thicker the more they are. */
function watchesOfHub({ places, row, path }) {
  return places.slots.flatMap((slot) => {
    const watching = (slot.folded ?? [slot]).map((column) => watchOf(column, row)).filter(Boolean);
    if (!watching.length || !places.hub.reaches(places.x(slot.key))) return [];
    const by = slot.folded ? `${watching.length} more` : (slot.id ?? slot.entry.name);
    const { evidence } = watching[0];
    const line = hubEnds(places.x(slot.key), places);
    return [{ key: `${slot.key}>.`, by, target: path, evidence, fired: false, many: watching.length, ...line }];
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

/** Return the line from a process to the parent znode. */
export function hubPath(from, places) {
  return curve(hubEnds(from, places));
}

function curve({ start, end }) {
  const [across, fall] = [start.x - end.x, end.y - start.y];
  const first = `${start.x - across * 0.55},${start.y + fall * 0.25}`;
  const second = `${end.x + across * 0.1},${end.y - fall * 0.4}`;
  return `M${start.x},${start.y}C${first} ${second} ${end.x},${end.y}`;
}

function ends(from, to, { processY, radius, znodeY, znodeHeight, znodeWidth, unit }) {
  return {
    start: { x: from - radius * 0.86, y: processY + radius * 0.9 },
    end: { x: to + Math.min(20 * unit, znodeWidth * 0.3), y: znodeY - znodeHeight / 2 - 3 * unit },
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
  return { x: start.x - (start.x - end.x) * 0.46 - 6 * unit, y: start.y + (end.y - start.y) * 0.34 };
}
