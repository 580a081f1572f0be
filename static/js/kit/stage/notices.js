// Notifications: each goes from the znode that was watched back to the process that watched it.
import { hexZxid } from "../../format.js";
import { html, useLayoutEffect, useMemo, useRef } from "../../html.js";
import { isStill } from "../../still.js";
import { notificationOf } from "../../words.js";
import { pointsAlong } from "../curve.js";
import { joined } from "./labels.js";
import { placeStyle, pure } from "./moving.js";
import { races } from "./strategies.js";
import { widthOf } from "./type.js";
import { hubPath, watchPath } from "./watches.js";

const FADE_MS = 500;
const TOGETHER_MS = 400;
const COUNTED_MS = 3500;
const RUN_MS = 360; // of one that was not told
const POINTS = 48;
const RACE_SHARE = 0.6; // of the time goes to the messages, the rest to the race
const EASING = "cubic-bezier(.65,0,.35,1)";

/** Create the notifications that are on their way. changed(): draws them again. */
export function createNotices(changed) {
  const travelling = new Set();
  const ways = new Map(); // candidate -> when its last notification arrives, and how long its run takes then
  const crowd = { count: 0, until: 0, word: "" }; // the notifications of the last end that woke all
  const told = new Map(); // while that is shown: which end -> how many were told of it
  let lastEnd = null; // which end the last notification was of
  let begun = 0; // how many were
  let scene = null;

  return { add, follow, lastEnd: () => lastEnd, wayTo: (id) => ways.get(id) ?? { arrives: 0, run: RUN_MS } };

  /**
   * Add a notification, which is on its way for `ms`, a run after it included; return whether it is drawn. Those of one
   * end have one label. If all watch one znode, those to a fold go together, and one count replaces their words.
   */
  function add({ subject: to, data }, ms) {
    const now = performance.now();
    const takes = races(scene.row) ? ms * RACE_SHARE : ms;
    ways.set(to, { arrives: now + takes, run: ms - takes });
    lastEnd = `${data.znode} ${data.zxid}`;
    if (scene.places.hub) count(data, now);
    const notice = { ...noticeOf(to, data, scene), key: `n${(begun += 1)}`, begun: now, takes };
    const first = [...travelling].find((one) => isTogether(one, notice));
    if (first) first.many += 1;
    changed();
    if (first && notice.isOfAll) return true;
    if (first || notice.isOfAll) notice.word = "";
    if (!pathOf(notice, scene)) return false;
    travelling.add(notice);
    setTimeout(() => travelling.delete(notice) && changed(), takes + FADE_MS);
    return true;
  }

  function count(data, now) {
    if (now > crowd.until) told.clear();
    told.set(lastEnd, (told.get(lastEnd) ?? 0) + 1);
    Object.assign(crowd, { count: told.get(lastEnd), until: now + COUNTED_MS, word: notificationOf(data) });
    setTimeout(changed, COUNTED_MS + 1);
  }

  /** Return {notices, crowd} to draw in a scene. past: the messages, {event, share}, that are on their way at a moment of the past: each as far as it has come. */
  function follow(drawn, past) {
    scene = drawn;
    const standing = past.map(({ event: { seq, subject, data }, share }) => ({ ...noticeOf(subject, data, scene), key: `e${seq}`, share: share ?? 0 }));
    standing.forEach((notice, at) => standing.slice(0, at).some(({ from }) => from === notice.from) && (notice.word = ""));
    const all = [...travelling, ...standing].map((notice) => ({ ...notice, path: pathOf(notice, scene) }));
    for (const notice of travelling) if (!pathOf(notice, scene)) travelling.delete(notice);
    const notices = all.filter(({ path }) => path);
    const labels = labelsOf(notices, scene);
    const counted = past.length ? { count: past.length, word: notificationOf(past[0].event.data) } : performance.now() < crowd.until && crowd;
    return {
      notices: notices.map(({ key, to, path, begun: since, takes, share }) => ({ key, to, path, since, takes, share, unit: scene.places.unit, ...labels.get(key) })),
      crowd: scene.places.hub && counted,
    };
  }
}

function noticeOf(to, data, { columns, places }) {
  const column = columns.find((one) => one.id === to && one.process);
  const from = String(data.znode ?? "").split("/").pop();
  return { to, from, slot: column ? places.slotOf(column.key) : to, many: 1, isOfAll: Boolean(places.hub), zxid: data.zxid, word: notificationOf(data) };
}

/** Tell whether two have one label: of one end, or, where all are woken, to one fold. */
function isTogether(one, { from, slot, begun, isOfAll }) {
  return isOfAll ? one.slot === slot && begun - one.begun < TOGETHER_MS : one.from === from && one.word !== "";
}

function pathOf({ to, from, isOfAll }, { columns, places }) {
  const watcher = columns.find(({ id, process, ghost }) => id === to && process && !(ghost && !isOfAll));
  if (!watcher || Boolean(places.hub) !== isOfAll) return null;
  const x = places.x(watcher.key);
  if (isOfAll) return places.hub.reaches(x) ? hubPath(x, places) : null;
  const target = columns.find(({ key }) => key === from);
  return target ? watchPath(x, places.x(target.key), places) : null;
}

/** Return key of a notice -> its words and their place: a line of their own, below the znodes that the notifications come from: there they stand, whatever travels. */
function labelsOf(notices, { columns, places }) {
  const { type, unit, width, noticeLine: y } = places;
  const isWorded = ({ word, from }) => word && columns.some(({ key }) => key === from);
  const labels = notices.filter(isWorded).map(({ key, from, many, word, zxid }) => {
    const words = `${word}${typeof zxid === "number" ? ` ${hexZxid(zxid)}` : ""}`;
    return { texts: [key], word, words, many, x: places.x(from), y };
  });
  return new Map(joined(labels, 0.66 * type.notice).map(({ texts: [key], words, many, x }) => {
    const said = `${many > 1 ? `${many} × ` : ""}${words}`;
    const half = widthOf(said, "notice", type) / 2 + 6 * unit;
    return [key, { said, x: Math.max(half, Math.min(width - half, x)), y }];
  }));
}

/** Draw a notification, which moves along its path by transforms alone: a browser does that without drawing the page again. share: how far one of the past has come. */
export const Notice = pure(({ to, path, since, takes, share, unit, said, x, y }) => {
  const [group, dot] = [useRef(null), useRef(null)];
  const frames = useMemo(() => pointsAlong(path, POINTS).map((point) => placeStyle([point.x, point.y])).reverse(), [path]);
  const isPast = share !== undefined;
  useLayoutEffect(() => {
    if (!isPast && !isStill()) group.current.animate({ opacity: [1, 0] }, { delay: takes, duration: FADE_MS, fill: "forwards" });
  }, []);
  useLayoutEffect(() => {
    if (isPast || isStill()) return undefined;
    const move = dot.current.animate(frames, { duration: takes, easing: EASING });
    move.startTime = since; // a first frame that is drawn late does not end it late
    return () => move.cancel();
  }, [path]);
  return html`
    <g ref=${group} class="notification" data-testid="notification" data-to=${to}>
      <path d=${path} />
      <g ref=${dot} style=${frames[isPast ? Math.round(share * POINTS) : POINTS]}>
        <circle class="aura" r=${12 * unit} /><circle class="dot" r=${6.5 * unit} /></g>
      <text text-anchor="middle" x=${x} y=${y}>${said}</text>
    </g>
  `;
});

/** Draw how many were told beside the parent's place, on a plate over the lines there: the notifications leave it upwards. */
export function Crowd({ places: { hub, unit, type }, crowd }) {
  const beside = hub.width / 2 + 10 * unit;
  const [whole, room] = [`${crowd.count} × ${crowd.word}`, hub.room - beside - 20 * unit];
  const size = Math.min(type.crowd, (type.crowd * room) / widthOf(whole, "crowd", type));
  const isWhole = size >= type.notice;
  const said = isWhole ? whole : `× ${crowd.count}`;
  const shrunk = isWhole ? size / type.crowd : 1;
  return html`
    <g class="crowd" data-testid="crowd" transform=${`translate(${hub.x + beside},${hub.y})`}>
      <rect rx="9" y=${-hub.height / 2} width=${shrunk * widthOf(said, "crowd", type) + 16 * unit} height=${hub.height} />
      <text x=${8 * unit} y=${0.35 * shrunk * type.crowd} style=${`font-size: ${shrunk * type.crowd}px`}>${said}</text>
    </g>
  `;
}
