// How long the session of a process that is dead, or frozen, lasts.
import { running } from "../format.js";
import { html } from "../html.js";
import { isHeld } from "../servers.js";

const NEVER = Infinity;

/** Return when it will have run out, NEVER while no server ends it; null while that does not matter. holds: whether something goes with it. */
export function endOf(state, { process, session_ends: ends }, holds) {
  const matters = process === "paused" || (process === "exited" && holds);
  return matters && typeof ends === "number" ? (isHeld(state) ? NEVER : ends) : null;
}

/**
 * Tell whether its process has ended and its session has not: ZooKeeper cannot know it yet.
 * @param {Partial<import("../state.js").CandidateState>} candidate
 * @param {number} now
 */
export const outlives = ({ process, session_ends: ends }, now) => process === "exited" && typeof ends === "number" && now < ends;

/** Return the share of the session that is left: 1 when it begins to run out, 0 when it ends; null while it lives. */
export function shareLeft(timeout, ends, now) {
  return ends === null ? null : Math.min(1, Math.max(0, ((ends - now) * 1000) / (timeout || 1)));
}

/** Draw it beside a process, as the other pictures do: its room ends at a gate, or at the next thing drawn. */
export function Left({ ends, now }) {
  return ends !== null && html`<span class="number person-left">${leftWords(ends, now)}</span>`;
}

/** Return how long a session lasts. isShort: where there is room for that alone. */
export function leftWords(ends, now, isShort = false) {
  if (ends === NEVER) return isShort ? "held" : "session held";
  if (ends <= now) return isShort ? "over" : "session over";
  return `${isShort ? "" : "session "}${running(ends - now)}`;
}
