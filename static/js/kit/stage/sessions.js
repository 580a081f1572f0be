// The line between a process and its znode is the session; heartbeats run down along it.
import { shortSessions } from "../../format.js";
import { fadeOut, stay } from "./leaving.js";
import { isUnheard, sessionOf, toneOf } from "./looks.js";
import { beliefIn } from "./processes.js";
import { fitting, widthOf } from "./type.js";
import { isCrossed, watchedAt } from "./watches.js";
import { say, set, write } from "./write.js";

const HEARTBEATS_IN_TIMEOUT = 3; // a client pings after about a third of its session timeout
const BESIDE = 4; // units from the line to the session's number

export function drawSessions(layer, scene, move) {
  const drawn = scene.shown.filter(
    ({ process, candidate, entry }) => process && (entry || candidate?.session),
  );
  const groups = layer
    .selectAll("g.session")
    .data(drawn, ({ key }) => key)
    .join(enter, undefined, leave)
    .call(stay);
  write(groups, { class: (column) => `session is-${sessionOf(column)} tone-${toneOf(column)}` });
  move(groups)
    .attr("transform", ({ key }) => `translate(${scene.places.x(key)},0)`)
    .style("opacity", 1);
  const short = shortSessions(drawn.map(idOf).filter(Boolean));
  groups.each(/** @this {Element} */ function each(column) {
    drawLine(this, column, scene, short.get(idOf(column)) ?? "");
  });

  function enter(entering) {
    const group = entering
      .append("g")
      .style("opacity", 0)
      .attr("transform", ({ key }) => `translate(${scene.places.x(key)},0)`);
    group.append("line");
    group
      .append("circle")
      .attr("class", "heartbeat")
      .style("animation-delay", () => `${-Math.random() * 2}s`);
    group.append("text").attr("class", "session-label");
    group.append("title");
    group.append("text").attr("class", "left");
    return group;
  }

  /** Let go what is no longer drawn; its name goes at once, for the one that follows may have it. */
  function leave(leaving) {
    leaving.select(".left").attr("data-testid", null);
    fadeOut(leaving, move);
  }
}

const idOf = ({ entry, candidate }) => entry?.session ?? candidate?.session;

function drawLine(node, column, scene, short) {
  const { places } = scene;
  const [line, dot, label, title, left] = node.children;
  const { unit, type, processY, radius, znodeY, znodeHeight, laneY } = places;
  const isLabelled = column.candidate?.belief === "behind"; // the version of its data stands below it
  const top = processY + radius + 6 * unit + (isLabelled ? 1.3 * type.version : 0);
  const bottom = column.entry ? znodeY - znodeHeight / 2 : laneY;
  const across = column.entry ? reach(places, column) : 0;
  const end = across ? znodeY : bottom;
  set(line, { y1: top, x2: across, y2: end });
  set(dot, { r: 3.2 * unit, cy: top });
  dot.style.setProperty("--run", `${end - top}px`);
  dot.style.setProperty("--across", `${across}px`);
  dot.style.animationDuration = `${beat(column)}s`;
  const kind = sessionOf(column);
  const healthy = kind === "alive" || kind === "unobserved";
  set(label, healthy ? { x: -BESIDE * unit, y: laneY - 0.6 * type.session } : { x: 8 * unit, y: top + 1.4 * type.session });
  say(label, places.hub ? "" : healthy ? nameIn(column, scene, short) : stateIn(column, scene, top + 1.4 * type.session));
  placeLeft(left, column, scene);
  say(title, `session ${idOf(column) ?? "unknown"}${kind === "unobserved" ? ". Its heartbeats cannot be seen here" : ""}`);
}

/** Place the time that is left. */
function placeLeft(left, column, { places, beside, row }) {
  const { unit, type, processY, radius } = places;
  const { side = 0, above, below } = beside.get(column.key)?.left ?? {};
  const line = beliefIn(column, row.leader, places).raised ? 0.7 : 1.95; // of the two for beliefs, the free one
  const x = side ? side * (radius + 8 * unit) : below ? 8 * unit : 0;
  const y = above ? processY - radius - line * type.belief : below ? processY + radius + 1.4 * type.left : processY + 0.35 * type.left;
  set(left, { "data-testid": `left-${column.id ?? column.entry?.label}`, "text-anchor": above ? "middle" : side < 0 ? "end" : "start", x, y });
  left.style.display = side || above || below ? "" : "none";
}

/** Return how far the line reaches: in a race the znode is in the middle, and the line ends at its near side. */
function reach(places, column) {
  const away = places.znodeX(column) - places.x(column.key);
  return away ? away - Math.sign(away) * (places.znodeWidth / 2) : 0;
}

function beat({ candidate }) {
  return (candidate?.session_timeout_ms ?? 0) / 1000 / HEARTBEATS_IN_TIMEOUT;
}

/** Return the session's number: the part that tells it apart, if there is no room for all, between the line and what comes from the left. */
function nameIn(column, { places, lines }, short) {
  const { unit, type, step, laneY } = places;
  const right = places.x(column.key) - BESIDE * unit;
  const [top, bottom] = [laneY - 1.5 * type.session, laneY - 0.4 * type.session];
  const before = watchedAt(bottom, places.x(column.key), places.x(column.key) - step, places); // a message may come along there
  const left = Math.max(0, before + 8 * unit);
  const words = fitting([idOf(column) ?? "", short], right - left, "session", type);
  return isCrossed({ left: right - widthOf(words, "session", type), right, top, bottom }, lines) ? "" : words;
}

/** Return what has become of the session, if there is room between the line and what comes from the right, above the numbers. */
function stateIn(column, { places, beside, lines, isCovered }, y) {
  const { unit, type, step, width, laneY } = places;
  const x = places.x(column.key);
  if (y > laneY - 2 * type.session || beside.get(column.key)?.left?.below || isCovered(x)) return "";
  const [left, after] = [x + 8 * unit, watchedAt(y, x + step, x, places)];
  const words = fitting([stateWords(column)], Math.min(after, width) - left - 8 * unit, "session", type);
  return isCrossed({ left, right: left + widthOf(words, "session", type), top: y - type.session, bottom: y }, lines) ? "" : words;
}

function stateWords(column) {
  const kind = sessionOf(column);
  if (kind === "kept") return "";
  if (kind === "ended") return column.entry ? "session over" : "no session";
  return isUnheard(column) ? "no connection" : "no heartbeat";
}
