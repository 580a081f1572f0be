// Notifications: each goes from the znode that was watched back to the process that watched it.
import { easeCubicInOut } from "../../d3.js";
import { hexZxid } from "../../format.js";
import { notificationOf } from "../../words.js";
import { hubPath, watchPath } from "./watches.js";

const TRAVEL_MS = 900;
const FADE_MS = 500;
const TOGETHER_MS = 400;
const COUNTED_MS = 3500;

export function createNotices(layer) {
  const travelling = new Set();
  const arrivals = new Map(); // candidate -> when its last notification is there
  const crowd = { count: 0, until: 0, word: "" }; // of one end that woke all

  return { add, step, arrivalAt: (id) => arrivals.get(id) ?? 0 };

  /** Where all watch the same: those to a fold go as one, and one count stands for their words. */
  function add({ subject, data }, scene) {
    const now = performance.now();
    const slot = slotOf(subject, scene);
    const isOfAll = Boolean(scene.places.hub);
    arrivals.set(subject, now + TRAVEL_MS);
    if (isOfAll) count(data, now);
    const together = isOfAll && [...travelling].find((one) => one.slot === slot && now - one.begun < TOGETHER_MS);
    if (together) return void together.group.select("text").text(`× ${(together.many += 1)}`);
    const zxid = typeof data.zxid === "number" ? ` ${hexZxid(data.zxid)}` : "";
    const group = begin(layer, subject, isOfAll ? "" : `${notificationOf(data)}${zxid}`);
    const from = String(data.znode ?? "").split("/").pop();
    travelling.add({ group, to: subject, from, slot, many: 1, begun: now, isOfAll });
  }

  function count(data, now) {
    crowd.count = now > crowd.until ? 1 : crowd.count + 1;
    crowd.until = now + COUNTED_MS;
    crowd.word = notificationOf(data);
  }

  /** True while one is on its way, or counted. */
  function step(scene, now) {
    for (const notice of travelling) travel(notice, scene, now);
    drawCount(layer, scene, now < crowd.until ? crowd : null);
    return travelling.size > 0 || now < crowd.until;
  }

  function travel(notice, scene, now) {
    const { group, begun } = notice;
    const path = pathOf(notice, scene);
    if (!path || now - begun > TRAVEL_MS + FADE_MS) return void (group.remove(), travelling.delete(notice));
    const gone = still() ? 1 : Math.min(1, (now - begun) / TRAVEL_MS);
    group.style("opacity", 1 - Math.max(0, now - begun - TRAVEL_MS) / FADE_MS);
    drawTravel(group, path, easeCubicInOut(gone), scene.places.unit);
  }
}

function slotOf(id, { columns, places }) {
  const column = columns.find((one) => one.id === id && one.process);
  return column ? places.slotOf(column.key) : id;
}

function pathOf({ to, from, isOfAll }, { columns, places }) {
  const watcher = columns.find(({ id, process, ghost }) => id === to && process && !(ghost && !isOfAll));
  if (!watcher || Boolean(places.hub) !== isOfAll) return null;
  const x = places.x(watcher.key);
  if (isOfAll) return places.hub.reaches(x) ? hubPath(x, places) : null;
  const target = columns.find(({ key }) => key === from);
  return target ? watchPath(x, places.x(target.key), places) : null;
}

function begin(layer, to, word) {
  const group = layer
    .append("g")
    .attr("class", "notification")
    .attr("data-testid", "notification")
    .attr("data-to", to);
  group.append("path");
  group.append("circle").attr("class", "aura");
  group.append("circle").attr("class", "dot");
  group.append("text").text(word);
  return group;
}

function drawCount(layer, { places }, crowd) {
  const shown = crowd && places.hub ? [crowd] : [];
  const text = layer.selectAll("text.crowd").data(shown).join("text");
  text.attr("class", "crowd").attr("data-testid", "crowd").attr("text-anchor", "middle");
  if (!shown.length) return;
  text
    .attr("x", places.hub.x)
    .attr("y", places.hub.y - places.hub.height / 2 - 20 * places.unit)
    .text(`${crowd.count} × ${crowd.word}`);
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

export function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
