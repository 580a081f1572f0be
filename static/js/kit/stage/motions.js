// What is on its way: notifications, and the creates of a race.
import { html, useEffect, useMemo, useState } from "../../html.js";
import { CAUSE, MESSAGE, REPORT } from "../../message.js";
import { join } from "../../paths.js";
import { Attempt, createAttempts, Score } from "./attempts.js";
import { createNotices, Crowd, Notice } from "./notices.js";

/** Draw them over a scene. underWay: the messages that are on their way at a moment of the past; herald: tells of each event as it comes in. */
export function Motions({ scene, underWay, herald }) {
  const [, drawAgain] = useState(0);
  const motion = useMemo(() => createMotion(() => drawAgain((times) => times + 1)), []);
  useEffect(() => herald(motion.hear), []);
  const { notices, crowd, attempts, score } = scene ? motion.follow(scene, underWay) : { notices: [], attempts: [] };
  return html`
    <g class="layer-motions" aria-hidden="true">
      ${notices.map((notice) => html`<${Notice} ...${notice} />`)}
      ${crowd && html`<${Crowd} places=${scene.places} crowd=${crowd} />`}
      ${attempts.map((attempt) => html`<${Attempt} ...${attempt} />`)}
      ${score && html`<${Score} places=${scene.places} score=${score} />`}
    </g>
  `;
}

/** Create the motion. changed(): draws what is on its way again. */
function createMotion(changed) {
  const notices = createNotices(changed);
  const attempts = createAttempts(notices, changed);
  let scene = null;
  return { follow, hear };

  /** Return what is on its way in a scene: it goes to the new places. */
  function follow(shown, underWay) {
    scene = shown;
    return { ...notices.follow(scene, underWay.filter(({ event }) => isHere(event))), ...attempts.follow(scene) };
  }

  /** Take the end of a znode, a message of it, or a racer's attempt; return whether that znode is drawn, or the message on its way for `ms`. */
  function hear(event, ms) {
    if (!scene || document.hidden) return false;
    if (event.kind === CAUSE) return isDrawn(event.subject);
    if (!isHere(event)) return false;
    if (event.kind === REPORT) attempts.add(event);
    return event.kind === MESSAGE && notices.add(event, ms);
  }

  function isDrawn(path) {
    return scene.columns.some(({ entry, ghost }) => entry && !ghost && join(scene.path, entry.znode) === path);
  }

  function isHere({ subject }) {
    return scene.state.candidates[subject]?.path === scene.path;
  }
}
