// The line between a process and its znode is the session; heartbeats run down along it.
import { shortSessions } from "../../format.js";
import { fadeOut, stay } from "./leaving.js";
import { isUnheard, sessionOf, toneOf } from "./looks.js";
import { say, set, write } from "./write.js";

const HEARTBEATS_IN_TIMEOUT = 3; // a client pings after about a third of its session timeout

const ROOM_BELOW = 200;
const ROOM_BESIDE = 104;

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

function drawLine(node, column, { places }, short) {
  const [line, dot, label, title, left] = node.children;
  const { unit, step, processY, radius, znodeY, znodeHeight, laneY } = places;
  const top = processY + radius + 6 * unit;
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
  set(label, healthy ? { x: -8 * unit, y: laneY - 9 * unit } : { x: 8 * unit, y: top + 32 * unit });
  say(label, healthy || (bottom - top > ROOM_BELOW * unit && step > ROOM_BESIDE * unit) ? labelOf(column, short) : "");
  set(left, { "data-testid": `left-${column.id ?? column.entry?.label}`, x: 8 * unit, y: processY + radius + Math.min(21 * unit, 0.38 * (laneY - processY - radius)) });
  say(title, `session ${idOf(column) ?? "unknown"}${kind === "unobserved" ? ". Its heartbeats cannot be seen here" : ""}`);
}

/** Return how far the line reaches: in a race the znode is in the middle, and the line ends at its near side. */
function reach(places, column) {
  const away = places.znodeX(column) - places.x(column.key);
  return away ? away - Math.sign(away) * (places.znodeWidth / 2) : 0;
}

function beat({ candidate }) {
  return (candidate?.session_timeout_ms ?? 0) / 1000 / HEARTBEATS_IN_TIMEOUT;
}

function labelOf(column, short) {
  const kind = sessionOf(column);
  if (kind === "kept") return "";
  if (kind === "ended") return column.entry ? "session over" : "no session";
  if (kind === "broken") return isUnheard(column) ? "no connection" : "no heartbeat";
  return short;
}
