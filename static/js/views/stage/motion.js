// What moves by itself: notifications on their way, and sessions that run out.
// Frames are asked for only while something does.
import { easeCubicInOut } from "../../d3.js";
import { running } from "../../format.js";
import { notificationOf } from "../../words.js";
import { sessionEnds } from "./looks.js";
import { watchPath } from "./watches.js";

const TRAVEL_MS = 900;
const FADE_MS = 500;
const ROOM_FOR_WORDS = 112;

/** `layer` is drawn into; the rings are those of the `processes` layer. */
export function createMotion(layer, processes, clock) {
  const travelling = new Set();
  let scene = null;
  let frame = null;

  return { follow, notify, end: () => cancelAnimationFrame(frame) };

  /** Another drawing: its rings run, and notifications go to where their ends are now. */
  function follow(drawn) {
    scene = drawn;
    wake();
  }

  /** The event of one watcher: from the znode that went to the process that watched it. */
  function notify({ subject, data }) {
    const group = layer
      .append("g")
      .attr("class", "notification")
      .attr("data-testid", "notification")
      .attr("data-to", subject);
    group.append("path");
    group.append("circle").attr("class", "aura");
    group.append("circle").attr("class", "dot");
    group.append("text").text(notificationOf(data));
    travelling.add({
      group,
      to: subject,
      from: String(data.znode ?? "")
        .split("/")
        .pop(),
      begun: performance.now(),
    });
    wake();
  }

  function wake() {
    if (frame === null) frame = requestAnimationFrame(step);
  }

  function step() {
    frame = null;
    const now = performance.now();
    for (const notification of travelling) travel(notification, now);
    if ([runDown(), travelling.size > 0].some(Boolean)) wake();
  }

  function travel(notification, now) {
    const { group, from, to, begun } = notification;
    const watcher = scene?.columns.find(({ id, process, ghost }) => id === to && process && !ghost);
    const target = scene?.columns.find(({ key }) => key === from);
    const done = now - begun > TRAVEL_MS + FADE_MS;
    if (done || !watcher || !target) return void (group.remove(), travelling.delete(notification));
    const gone = still() ? 1 : Math.min(1, (now - begun) / TRAVEL_MS);
    group.style("opacity", 1 - Math.max(0, now - begun - TRAVEL_MS) / FADE_MS);
    drawTravel(
      group,
      watchPath(scene.places.x(watcher.key), scene.places.x(target.key), scene.places),
      easeCubicInOut(gone),
      scene.places.unit,
    );
  }

  /** True while a ring has still to run. */
  function runDown() {
    let runs = false;
    const held = Boolean(scene.state.zookeeper.quorum?.lost); // then no server ends a session
    processes.selectAll("g.process").each(function each(column) {
      const left = timeLeft(column, clock.now());
      const word = leftWord(left, held, scene.places.step < ROOM_FOR_WORDS * scene.places.unit);
      drawRing(this, column, held ? null : left, word);
      runs ||= left !== null && left > 0 && !held;
    });
    return runs;
  }
}

function drawTravel(group, path, gone, unit) {
  const line = group.select("path").attr("d", path).node();
  const point = line.getPointAtLength((1 - gone) * line.getTotalLength());
  group
    .select(".aura")
    .attr("r", 12 * unit)
    .attr("cx", point.x)
    .attr("cy", point.y);
  group
    .select(".dot")
    .attr("r", 6.5 * unit)
    .attr("cx", point.x)
    .attr("cy", point.y);
  group
    .select("text")
    .attr("x", point.x + 18 * unit)
    .attr("y", point.y + 4 * unit);
}

function timeLeft(column, now) {
  const ends = sessionEnds(column);
  return ends === null ? null : ends - now;
}

function leftWord(left, held, narrow) {
  if (left === null) return "";
  if (held) return "held";
  if (left <= 0) return "due";
  return narrow ? running(left) : `${running(left)} left`;
}

function drawRing(node, { candidate }, left, word) {
  const total = (candidate?.session_timeout_ms ?? 6000) / 1000;
  const share = left === null ? 1 : Math.min(1, Math.max(0, left / total));
  node.querySelector(".ring").style.strokeDashoffset = String(100 * (1 - share));
  node.querySelector(".left").textContent = word;
}

function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
