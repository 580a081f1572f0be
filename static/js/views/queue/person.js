// One process of a queue: its disc, what it is at, how far its task is, how long its session lasts.
import { html } from "../../html.js";
import { running } from "../../format.js";
import { useTicks } from "../now.js";
import { toneOf, wordsOf } from "./people.js";

const RING = 2 * Math.PI * 27;
const FAST_MS = 80;

export function Person({ person, at, queue, clock, chosen, choose }) {
  const { id, role, candidate, said, item } = person;
  const runs = role === "consumer" && said.item && typeof said.stopped !== "number" && candidate.process === "running";
  const left = runningOut(candidate, person);
  useTicks(runs || left !== null ? FAST_MS : null);
  const now = clock.now();
  const isChosen = chosen.candidate === id;
  const words = wordsOf(person, queue);
  const share = left === null ? null : Math.min(1, Math.max(0, ((left - now) * 1000) / (candidate.session_timeout_ms || 1)));
  return html`
    <div class=${`person is-${role} tone-${toneOf(person)} ${isChosen ? "chosen" : ""}`} style=${`left: ${at.x}rem; top: ${at.y}rem`}
      data-testid=${`person-${id}`} data-role=${role} data-process=${candidate.process ?? ""} data-belief=${candidate.belief ?? ""}>
      <button class="person-disc" aria-pressed=${isChosen} aria-label=${`${role} ${id}: ${words}`} data-testid=${`process-${id}`}
        onClick=${() => choose({ candidate: isChosen ? null : id })}>
        <${Disc} id=${id} candidate=${candidate} share=${share} done=${item || runs ? partOf(said, now) : null} />
      </button>
      <p class="person-words"><b>${id}</b> <span>${words}</span>${
        left !== null && html` <span class="number person-left">${left > now ? `session ends in ${running(left - now)}` : "session over"}</span>`
      }</p>
    </div>
  `;
}

/** When the session of one that is dead, or frozen, will have run out; null while it lives. */
function runningOut({ process, session_ends: ends }, { item, place }) {
  const matters = process === "paused" || (process === "exited" && (item !== null || place >= 0));
  return matters && typeof ends === "number" ? ends : null;
}

/** How much of a task is done, 0 to 1; null without one. */
export function partOf({ began, ends, stopped }, now) {
  if (typeof began !== "number" || ends <= began) return null;
  return Math.min(1, Math.max(0, ((stopped ?? now) - began) / (ends - began)));
}

export function Disc({ id, candidate, share, done }) {
  const frozen = candidate.process === "paused";
  return html`
    <svg class=${`member-disc ${frozen ? "frozen" : ""}`} viewBox="-36 -36 72 72" aria-hidden="true">
      <circle class="glow" r="35" />
      <circle class="body" r="27" />
      ${done !== null && share === null && html`<circle class="task-ring" r="27" transform="rotate(-90)" stroke-dasharray=${`${(done * RING).toFixed(1)} 400`} />`}
      ${share !== null && html`<circle class="ring" r="27" transform="rotate(-90)" stroke-dasharray=${`${(share * RING).toFixed(1)} 400`} />`}
      ${candidate.process === "exited" && html`<path class="cross" d="M-19 -19L19 19M19 -19L-19 19" />`}
      <text y="6">${id}</text>
      ${frozen && html`<g class="bars" transform="translate(20 20)"><circle r="9" /><path d="M-2.6 -3.6V3.6M2.6 -3.6V3.6" /></g>`}
    </svg>
  `;
}
