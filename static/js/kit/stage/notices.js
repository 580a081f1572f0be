// Notifications: each goes from the znode that was watched back to the process that watched it.
import { hexZxid } from "../../format.js";
import { isStill } from "../../still.js";
import { notificationOf } from "../../words.js";
import { pointsAlong } from "../curve.js";
import { races } from "./strategies.js";
import { joined } from "./labels.js";
import { widthOf } from "./type.js";
import { hubPath, watchPath } from "./watches.js";

const FADE_MS = 500;
const TOGETHER_MS = 400;
const COUNTED_MS = 3500;
const RUN_MS = 360; // of one that was not told
const POINTS = 48;
const RACE_SHARE = 0.6; // of the time goes to the messages, the rest to the race
const EASING = "cubic-bezier(.65,0,.35,1)";

export function createNotices(layer) {
  const travelling = new Set();
  const ways = new Map(); // candidate -> when its last notification arrives, and how long its run takes then
  const crowd = { count: 0, until: 0, word: "" }; // the notifications of the last end that woke all
  const told = new Map(); // while that is shown: which end -> how many were told of it
  let lastEnd = null; // which end the last notification was of
  let scene = null; // as drawn last
  let due = null;

  return { add, follow, stand, lastEnd: () => lastEnd, wayTo: (id) => ways.get(id) ?? { arrives: 0, run: RUN_MS } };

  /**
   * Add a notification, which is on its way for `ms`, a run after it included; return whether it is drawn. Those of one
   * end have one label. If all watch one znode, those to a fold go together, and one count replaces their words.
   */
  function add({ subject, data }, ms) {
    const now = performance.now();
    const takes = races(scene.row) ? ms * RACE_SHARE : ms;
    ways.set(subject, { arrives: now + takes, run: ms - takes });
    const isOfAll = Boolean(scene.places.hub);
    lastEnd = `${data.znode} ${data.zxid}`;
    if (isOfAll) count(data, now);
    const from = nameOf(data);
    const notice = { to: subject, from, slot: slotOf(subject, scene), many: 1, begun: now, takes, isOfAll, zxid: data.zxid, path: null };
    const first = [...travelling].find((one) => isTogether(one, notice));
    if (first) addTo(first);
    return Boolean(first && isOfAll) || begin({ ...notice, word: first || isOfAll ? "" : notificationOf(data) });
  }

  /**
   * Draw the messages that are on their way at a moment of the past, {event, share}, each as far as it has come, and no
   * others: share is from 0, at the znode, to 1.
   */
  function stand(messages) {
    const known = new Map([...travelling].filter(({ event }) => event).map((notice) => [notice.event, notice]));
    const events = new Set(messages.map(({ event }) => event));
    known.forEach((notice, event) => events.has(event) || end(notice));
    for (const { event, share } of messages) {
      const notice = known.get(event) ?? standing(event);
      notice.share = share;
      if (notice.points) place(notice);
    }
    if (scene.places.hub && messages.length) drawCount(layer, scene.places, { count: messages.length, word: notificationOf(messages[0].event.data) });
  }

  function standing(event) {
    const { subject: to, data } = event;
    const from = nameOf(data);
    const isFirst = ![...travelling].some((one) => one.from === from);
    const notice = { event, to, from, many: 1, isOfAll: Boolean(scene.places.hub), zxid: data.zxid, path: null, word: isFirst ? notificationOf(data) : "" };
    notice.group = groupOf(layer, notice);
    travelling.add(notice);
    lead(notice);
    return notice;
  }

  function addTo(first) {
    first.many += 1;
    placeWords(travelling, scene);
  }

  function begin(notice) {
    notice.group = groupOf(layer, notice);
    travelling.add(notice);
    fade(notice);
    setTimeout(end, notice.takes + FADE_MS, notice);
    lead(notice);
    placeWords(travelling, scene);
    return travelling.has(notice);
  }

  function count(data, now) {
    if (now > crowd.until) told.clear();
    told.set(lastEnd, (told.get(lastEnd) ?? 0) + 1);
    Object.assign(crowd, { count: told.get(lastEnd), until: now + COUNTED_MS, word: notificationOf(data) });
    showCount();
    clearTimeout(due);
    due = setTimeout(showCount, COUNTED_MS + 1);
  }

  function showCount() {
    drawCount(layer, scene.places, performance.now() < crowd.until ? crowd : null);
  }

  /** Follow a drawing: what is on its way goes to the new places. */
  function follow(drawn) {
    scene = drawn;
    travelling.forEach(lead);
    placeWords(travelling, scene);
    showCount();
  }

  function lead(notice) {
    const path = pathOf(notice, scene);
    if (!path) return end(notice);
    if (path === notice.path) return;
    notice.path = path;
    travel(notice, scene.places.unit);
  }

  function end(notice) {
    notice.group.remove();
    travelling.delete(notice);
  }
}

const nameOf = ({ znode }) => String(znode ?? "").split("/").pop();

/** Tell whether two have one label: of one end, or, where all are woken, to one fold. */
function isTogether(one, { from, slot, begun, isOfAll }) {
  return isOfAll ? one.slot === slot && begun - one.begun < TOGETHER_MS : one.from === from && one.word !== "";
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

function groupOf(layer, notice) {
  const group = layer
    .append("g")
    .attr("class", "notification")
    .attr("data-testid", "notification")
    .attr("data-to", notice.to);
  group.append("path");
  const moving = group.append("g");
  moving.append("circle").attr("class", "aura");
  moving.append("circle").attr("class", "dot");
  group.append("text");
  return group;
}

function fade({ group, takes }) {
  if (!isStill()) group.node().animate({ opacity: [1, 0] }, { delay: takes, duration: FADE_MS, fill: "forwards" });
}

/** Place the words in a line of their own, below the znodes that the notifications come from: there they stand, whatever travels. */
function placeWords(notices, scene) {
  const { type, unit, width } = scene.places;
  const letter = 0.66 * type.notice;
  const labels = [...notices].map((notice) => labelOf(notice, scene)).filter(Boolean);
  for (const { texts, words, many, x, y } of joined(labels, letter)) {
    const said = `${many > 1 ? `${many} × ` : ""}${words}`;
    for (const text of texts) text.text(text === texts[0] ? said : "");
    const half = widthOf(said, "notice", type) / 2 + 6 * unit;
    texts[0].attr("text-anchor", "middle").attr("x", Math.max(half, Math.min(width - half, x))).attr("y", y);
  }
}

function labelOf({ group, from, many, word, zxid }, { columns, places }) {
  if (!word || !columns.some(({ key }) => key === from)) return null;
  const words = `${word}${typeof zxid === "number" ? ` ${hexZxid(zxid)}` : ""}`;
  return { texts: [group.select("text")], word, words, many, x: places.x(from), y: places.noticeLine };
}

/** Move it along its path by transforms alone, which a browser does without drawing the page again. */
function travel(notice, unit) {
  const { group, path, begun, takes, event } = notice;
  group.select("path").attr("d", path);
  group.select(".aura").attr("r", 12 * unit);
  group.select(".dot").attr("r", 6.5 * unit);
  const frames = pointsAlong(path, POINTS).map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
  notice.points = frames.map(({ transform }) => transform).reverse();
  if (event) return place(notice);
  const moving = group.select("g").style("transform", frames[0].transform).node();
  notice.move?.cancel();
  if (isStill()) return;
  notice.move = moving.animate(frames.reverse(), { duration: takes, easing: EASING });
  notice.move.startTime = begun; // a first frame that is drawn late does not end it late
}

/** Place one of the past where it is at the moment that is shown. */
function place({ group, points, share }) {
  group.select("g").style("transform", points[Math.round((share ?? 0) * POINTS)]);
}

/** Draw how many were told beside the parent's place, on a plate over the lines there: the notifications leave it upwards. */
function drawCount(layer, { hub, unit, type }, crowd) {
  const group = layer.selectAll("g.crowd").data(crowd && hub ? [crowd] : []).join(addCount);
  if (group.empty()) return;
  const beside = hub.width / 2 + 10 * unit;
  const [whole, room] = [`${crowd.count} × ${crowd.word}`, hub.room - beside - 20 * unit];
  const size = Math.min(type.crowd, (type.crowd * room) / widthOf(whole, "crowd", type));
  const isWhole = size >= type.notice;
  const said = isWhole ? whole : `× ${crowd.count}`;
  const shrunk = isWhole ? size / type.crowd : 1;
  group.attr("transform", `translate(${hub.x + beside},${hub.y})`);
  group.select("rect").attr("y", -hub.height / 2).attr("width", shrunk * widthOf(said, "crowd", type) + 16 * unit).attr("height", hub.height);
  group.select("text").attr("x", 8 * unit).attr("y", 0.35 * shrunk * type.crowd).style("font-size", `${shrunk * type.crowd}px`).text(said);
}

function addCount(entering) {
  const group = entering.append("g").attr("class", "crowd").attr("data-testid", "crowd");
  group.append("rect").attr("rx", 9);
  group.append("text");
  return group;
}
