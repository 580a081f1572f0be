// The line between a process and its znode is the session; heartbeats run down along it.
import { running, shortIds } from "../../format.js";
import { html, useMemo } from "../../html.js";
import { isHeld } from "../../servers.js";
import { useLeft } from "./left.js";
import { isUnheard, sessionEnds, sessionOf, toneOf } from "./looks.js";
import { Moving, pure } from "./moving.js";
import { beliefIn } from "./processes.js";
import { fitting, widthOf } from "./type.js";
import { isCrossed, watchedAt } from "./watches.js";

const HEARTBEATS_IN_TIMEOUT = 3; // a client pings after about a third of its session timeout
const BESIDE = 4; // units from the line to the session's number

/** Return the parts that draw the sessions of a scene. */
export function sessionsIn(scene) {
  const drawn = scene.shown.filter(({ process, candidate, entry }) => process && (entry || candidate?.session));
  const short = shortIds(drawn.map(idOf).filter(Boolean));
  return drawn.map((column) => partOf(column, scene, short.get(idOf(column)) ?? ""));
}

const idOf = ({ entry, candidate }) => entry?.session ?? candidate?.session;

function partOf(column, scene, short) {
  const { places, state, beside } = scene;
  const { type, unit, processY, radius, znodeY, znodeHeight, laneY } = places;
  const isLabelled = column.candidate?.belief === "behind"; // the version of its data stands below it
  const top = processY + radius + 6 * unit + (isLabelled ? 1.3 * type.version : 0);
  const across = column.entry ? reach(places, column) : 0;
  const bottom = column.entry ? znodeY - znodeHeight / 2 : laneY;
  const kind = sessionOf(column);
  const healthy = kind === "alive" || kind === "unobserved";
  const words = healthy ? nameIn(column, scene, short) : stateIn(column, scene, top + 1.4 * type.session);
  return {
    of: Session,
    key: column.key,
    x: places.x(column.key),
    looks: `session is-${kind} tone-${toneOf(column)}`,
    top,
    across,
    end: across ? znodeY : bottom,
    r: 3.2 * unit,
    seconds: (column.candidate?.session_timeout_ms ?? 0) / 1000 / HEARTBEATS_IN_TIMEOUT,
    words: places.hub ? "" : words,
    wordsX: (healthy ? -BESIDE : 8) * unit,
    wordsY: healthy ? laneY - 0.6 * type.session : top + 1.4 * type.session,
    about: `session ${idOf(column) ?? "unknown"}${kind === "unobserved" ? ". Its heartbeats cannot be seen here" : ""}`,
    ...leftOf(column, scene),
    testid: `left-${column.id ?? column.entry?.label}`,
    narrow: beside.get(column.key)?.left?.narrow,
    ends: sessionEnds(column),
    isHeld: isHeld(state),
  };
}

const Session = pure((part) => {
  const { top, across, end, tools, leaves } = part;
  const since = useMemo(() => `${-Math.random() * 2}s`, []);
  const beat = { "--run": `${end - top}px`, "--across": `${across}px`, animationDelay: since, animationDuration: `${part.seconds}s` };
  return html`
    <${Moving} class=${part.looks} x=${part.x} leaves=${leaves} tools=${tools}>
      <line y1=${top} x2=${across} y2=${end} />
      <circle class="heartbeat" r=${part.r} cy=${top} style=${beat} />
      <text class="session-label" x=${part.wordsX} y=${part.wordsY}>${part.words}</text>
      <title>${part.about}</title>
      ${part.hasLeft && html`<${Left} ...${part} />`}
    <//>
  `;
});

/** Draw the time that is left; the name of one that goes is at once free for the one that follows. */
function Left({ testid, leaves, anchor, leftX, leftY, narrow, ends, isHeld: held, tools }) {
  const left = useLeft(ends, held, tools.clock);
  const words = ends === null ? "" : leftWord(left, narrow);
  return html`<text class="left" data-testid=${leaves ? null : testid} text-anchor=${anchor} x=${leftX} y=${leftY}>${words}</text>`;
}

function leftWord(left, narrow) {
  if (left === null) return "held";
  if (left <= 0) return narrow ? "ends" : "about to end";
  return narrow ? running(left) : `${running(left)} left`;
}

/** Return where the time that is left stands. */
function leftOf(column, { places, beside, row }) {
  const { unit, type, processY, radius } = places;
  const { side = 0, above, below } = beside.get(column.key)?.left ?? {};
  const line = beliefIn(column, row.leader, places).raised ? 0.7 : 1.95; // of the two for beliefs, the free one
  const x = side ? side * (radius + 8 * unit) : below ? 8 * unit : 0;
  const y = above ? processY - radius - line * type.belief : below ? processY + radius + 1.4 * type.left : processY + 0.35 * type.left;
  return { hasLeft: Boolean(side || above || below), anchor: above ? "middle" : side < 0 ? "end" : "start", leftX: x, leftY: y };
}

/** Return how far the line reaches: in a race the znode is in the middle, and the line ends at its near side. */
function reach(places, column) {
  const away = places.znodeX(column) - places.x(column.key);
  return away ? away - Math.sign(away) * (places.znodeWidth / 2) : 0;
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
