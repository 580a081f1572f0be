// The processes, and the belief of each.
import { nameBySight, sentence, spaced } from "../sight.js";
import { fadeOut, stay } from "./leaving.js";
import { beliefWords, fitted, fittedName, isFrozen, partsOf, sessionEnds, toneOf, versionWords, withheldWords } from "./looks.js";
import { fitting, widthOf } from "./type.js";
import { say, set, write } from "./write.js";

const GAP = 2; // letters between two names
const FARTHEST = 1.5; // steps from a place to another that are seen

export function drawProcesses(layer, scene, move) {
  const groups = layer
    .selectAll("g.process")
    .data(
      scene.shown.filter(({ process }) => process),
      ({ id, key }) => id ?? key,
    )
    .join(enter, undefined, leave)
    .call(stay);
  const isChosen = ({ id }) => id !== null && id === scene.chosen.candidate;
  write(groups, {
    class: (column) => looksOf(column, isChosen(column)),
    "aria-pressed": isChosen,
    "data-tone": toneOf,
    "data-belief": ({ candidate, entry }) => candidate?.belief ?? entry?.belief ?? "",
  });
  groups.filter(passesOthers).interrupt().attr("transform", place).style("opacity", 0);
  move(groups).attr("transform", place).style("opacity", 1);
  groups.each(/** @this {Element} */ function each(column) {
    drawProcess(this, column, scene);
  });

  function place({ key }) {
    return `translate(${scene.places.x(key)},${scene.places.processY})`;
  }

  /**
   * Tell whether it would go over others on its way: it is put at its place instead, and comes into sight there.
   * @this {Element}
   */
  function passesOthers({ key }) {
    const from = Number(/-?[\d.]+/.exec(this.getAttribute("transform"))[0]);
    return Math.abs(scene.places.x(key) - from) > FARTHEST * scene.places.step;
  }

  function enter(entering) {
    const group = entering.append("g").attr("transform", place).style("opacity", 0);
    group
      .attr("role", "button")
      .attr("data-testid", ({ id, entry }) => `process-${id ?? entry.label}`);
    addShapes(group);
    const choose = (_, { id }) => id !== null && scene.tools.choose(id);
    group.on("click", choose).on("keydown", (event, column) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      choose(event, column);
    });
    return group;
  }

  function leave(leaving) {
    fadeOut(leaving, move);
  }
}

function looksOf(column, isChosen) {
  const marks = [isFrozen(column) && "frozen", sessionEnds(column) !== null && "running-out", isChosen && "chosen"];
  return ["process", `tone-${toneOf(column)}`, ...marks.filter(Boolean)].join(" ");
}

const SHAPES = [
  ["circle", "glow"],
  ["circle", "halo"],
  ["circle", "body"],
  ["circle", "ring"],
  ["path", "cross"],
  ["text", "name"],
  ["text", "belief"],
  ["text", "detail"],
  ["g", "badge"],
  ["text", "version"],
  ["title", "about"],
];

function addShapes(group) {
  for (const [element, name] of SHAPES) group.append(element).attr("class", name);
  group.selectAll("text").each(spaced);
  group.select(".ring").attr("pathLength", 100).attr("transform", "rotate(-90)");
  const badge = group.select(".badge");
  badge.append("circle").attr("r", 9);
  badge.append("path").attr("class", "bars").attr("d", "M-2.5 -3.5V3.5M2.5 -3.5V3.5");
  badge.append("path").attr("class", "mark").attr("d", "M0 -4.5V1M0 3.5V4.6");
}

function drawProcess(node, column, { places, row, nameOf, beside }) {
  const { unit, type, radius } = places;
  const [glow, halo, body, ring, cross, name, belief, detail, badge, version, about] = node.children;
  set(glow, { r: radius * 1.75 });
  set(halo, { r: radius + 7 * unit });
  for (const circle of [body, ring]) set(circle, { r: radius });
  set(cross, { d: crossPath(radius * 0.36) });
  set(name, { y: 0.35 * type.name });
  say(name, column.id ?? "?");
  const { words, raised, half } = beliefIn(column, row.leader, places);
  set(belief, { x: raised && Math.max(0, half + 8 * unit - places.x(column.key)), y: -radius - 0.7 * type.belief - raised });
  say(belief, words);
  set(detail, { x: radius + 8 * unit, y: 0.35 * type.detail });
  say(detail, beside.get(column.key)?.pid ? `pid ${column.candidate.pid}` : "");
  set(version, { y: radius + 1.2 * type.version });
  say(version, column.candidate?.belief === "behind" ? versionWords(column.candidate) : "");
  set(badge, { transform: `translate(${radius * 0.72},${radius * 0.72}) scale(${unit})` });
  const parts = partsOf(column, nameOf, row.leader);
  say(about, sentence(parts));
  nameBySight(node, parts);
}

/** Return the words of a belief, half their width, and by how much they are raised: too wide to stand beside others. */
export function beliefIn(column, leader, places) {
  const words = labelOf(column, leader, places);
  const half = widthOf(words, "belief", places.type) / 2;
  return { words, half, raised: 2 * half > places.step ? 1.25 * places.type.belief : 0 };
}

/** Return the label; a living process's belief must be readable: only names that others chose are cut. */
function labelOf(column, leader, { step, unit, type }) {
  const room = step - 6 * unit;
  const letters = Math.floor(room / (0.61 * type.belief)) - GAP;
  const words = beliefWords(column, leader);
  if (toneOf(column) === "foreign") return withheldWords(column.entry) ? fitted(beliefWords(column, leader, widthOf(words, "belief", type) > room), letters) : fittedName(column.entry, letters);
  const narrow = beliefWords(column, leader, true);
  return fitting([words, narrow], room, "belief", type) || (toneOf(column) === "dead" ? (column.id ?? "") : narrow); // a cross says the rest
}

function crossPath(arm) {
  return `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`;
}
