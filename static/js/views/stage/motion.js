// What moves by itself: notifications and creates on their way, and sessions that run out.
// Frames are asked for only while something does.
import { running } from "../../format.js";
import { createAttempts } from "./attempts.js";
import { sessionEnds } from "./looks.js";
import { createNotices } from "./notices.js";

const ROOM_FOR_WORDS = 112;

/** `layer` is drawn into; the rings are those of the `processes` layer. */
export function createMotion(layer, processes, clock) {
  const notices = createNotices(layer);
  const attempts = createAttempts(layer, notices.arrivalAt);
  let scene = null;
  let frame = null;

  return { follow, hear, end: () => cancelAnimationFrame(frame) };

  /** Another drawing: its rings run, and what is on its way goes to where its ends are now. */
  function follow(drawn) {
    scene = drawn;
    attempts.learn(scene);
    wake();
  }

  /** The event of a watcher, or what a racer says of its attempt. */
  function hear(event) {
    if (!scene || !isHere(event)) return;
    if (event.kind === "candidate.notified") notices.add(event, scene);
    if (event.kind === "candidate.reported") attempts.add(event, scene);
    wake();
  }

  function isHere({ subject }) {
    return scene.state.candidates[subject]?.path === scene.path;
  }

  function wake() {
    if (frame === null) frame = requestAnimationFrame(step);
  }

  function step() {
    frame = null;
    const now = performance.now();
    if ([notices.step(scene, now), attempts.step(scene, now), runDown()].some(Boolean)) wake();
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
