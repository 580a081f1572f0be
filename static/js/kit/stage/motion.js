// What moves by itself: notifications and creates on their way, and sessions that run out.
import { running } from "../../format.js";
import { CAUSE, MESSAGE, REPORT } from "../../message.js";
import { join } from "../../paths.js";
import { isHeld } from "../../servers.js";
import { isStill } from "../../still.js";
import { createAttempts } from "./attempts.js";
import { sessionEnds } from "./looks.js";
import { createNotices } from "./notices.js";
import { say } from "./write.js";

const RUN_MS = 40; // between two drawings of a ring: it then moves by two pixels
const STILL_MS = 100; // between two numbers, if nothing moves

/** Create the motion, drawn into `layer`; the rings belong to the layer of the `processes`, the numbers to that of the `sessions`. */
export function createMotion(layer, { processes, sessions }, clock) {
  const notices = createNotices(layer);
  const attempts = createAttempts(layer, notices);
  let scene = null;
  let rings = []; // of the sessions that run out: {node, left, column}; left: the text of its number
  let due = null;

  return { follow, hear, travel, end: () => clearTimeout(due) };

  /** Follow a new drawing: run its rings, and lead what is on its way to the new places. */
  function follow(drawn) {
    scene = drawn;
    notices.follow(scene);
    attempts.follow(scene);
    rings = ringsOf(processes, sessions);
    clearTimeout(due);
    runDown();
  }

  /** Take the end of a znode, a message of it, or a racer's attempt; return whether that znode is drawn, or the message on its way. */
  function hear(event, ms) {
    if (!scene) return false;
    if (event.kind === CAUSE) return isDrawn(event.subject);
    if (!isHere(event)) return false;
    if (event.kind === REPORT) attempts.add(event);
    return event.kind === MESSAGE && notices.add(event, ms);
  }

  /** Draw what is on its way at a moment of the past, and nothing else. */
  function travel(messages) {
    if (scene) notices.stand(messages.filter(({ event }) => isHere(event)));
  }

  function isDrawn(path) {
    return scene.columns.some(({ entry, ghost }) => entry && !ghost && join(scene.path, entry.znode) === path);
  }

  function isHere({ subject }) {
    return scene.state.candidates[subject]?.path === scene.path;
  }

  /** Run the rings down, again and again while one has time left. */
  function runDown() {
    const held = isHeld(scene.state);
    const now = clock.now();
    for (const ring of rings) drawRing(ring, held ? null : sessionEnds(ring.column) - now, scene.beside.get(ring.column.key)?.left?.narrow);
    if (!held && rings.some(({ column }) => sessionEnds(column) > now)) due = setTimeout(runDown, isStill() ? STILL_MS : RUN_MS);
  }
}

/** Return the rings that run down; the others are full. */
function ringsOf(processes, sessions) {
  const lefts = new Map();
  sessions.selectAll(".left").each(/** @this {Element} */ function each({ key }) {
    lefts.set(key, this);
    say(this, "");
  });
  const rings = [];
  processes.selectAll("g.process").each(/** @this {Element} */ function each(column) {
    if (sessionEnds(column) !== null) rings.push({ node: this, left: lefts.get(column.key), column });
    else writeRing(this, 0);
  });
  return rings;
}

function drawRing({ node, left, column: { candidate } }, seconds, narrow) {
  const total = (candidate?.session_timeout_ms ?? 6000) / 1000;
  const share = seconds === null ? 1 : Math.min(1, Math.max(0, seconds / total));
  writeRing(node, 100 * (1 - share));
  say(left, leftWord(seconds, narrow));
}

function writeRing(node, gone) {
  node.querySelector(".ring").style.strokeDashoffset = gone.toFixed(1);
}

function leftWord(left, narrow) {
  if (left === null) return "held";
  if (left <= 0) return narrow ? "ends" : "about to end";
  return narrow ? running(left) : `${running(left)} left`;
}
