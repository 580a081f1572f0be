// One process as a disc: the progress of its task, the time its session has left, whether it is frozen or has ended.
import { shortened } from "../format.js";
import { html } from "../html.js";

const LONGEST_NAME = 7; // in a circle
const RING = 2 * Math.PI * 27;

/** Return the share of a task that is done, 0 to 1; null without a task. */
export function partOf({ began, ends, stopped }, now) {
  if (typeof began !== "number" || ends <= began) return null;
  return Math.min(1, Math.max(0, ((stopped ?? now) - began) / (ends - began)));
}

/** Draw a node, by its name. share: of its session, while it runs out. */
export function NodeDisc({ node: { id, process, live }, ...disc }) {
  return html`<${Round} id=${shortened(id, LONGEST_NAME)} anchor=${id} process=${process} gone=${process === "exited" || (process === null && !live)} ...${disc} />`;
}

/** Draw a process. done: the share of its task; share: of its session, while it runs out. */
function Disc({ id, candidate: { process }, share, done }) {
  return html`<${Round} id=${id} process=${process} gone=${process === "exited"} share=${share} done=${done} />`;
}

function Round({ id, anchor, process, gone, share, done = null, looks = "member-disc", box = "-36 -36 72 72", children }) {
  const frozen = process === "paused";
  return html`
    <svg class=${`${looks} ${frozen ? "frozen" : ""}`} viewBox=${box} data-anchor=${anchor}>
      <circle class="glow" r="35" />
      <circle class="body" r="27" />
      ${share === null && done !== null && html`<${Arc} looks="task-ring" share=${done} />`}
      ${share !== null && html`<${Arc} looks="ring" share=${share} />`}
      ${gone && html`<path class="cross" d="M-19 -19L19 19M19 -19L-19 19" />`}
      ${children}
      <text y="6">${id}</text>
      ${frozen && html`<${Bars} transform="translate(20 20)" />`}
    </svg>
  `;
}

function Arc({ looks, share }) {
  return html`<circle class=${looks} r="27" transform="rotate(-90)" stroke-dasharray=${`${(share * RING).toFixed(1)} 400`} />`;
}

/** Draw the sign of a frozen process. */
export function Bars({ transform }) {
  return html`<g class="bars" transform=${transform}><circle r="9" /><path d="M-2.6 -3.6V3.6M2.6 -3.6V3.6" /></g>`;
}

/** Draw a process as a button that chooses it. label: what it is and does, in words. */
export function DiscButton({ id, label, chosen, choose, disc }) {
  const isChosen = id !== null && chosen.candidate === id;
  return html`<button class="person-disc" aria-pressed=${isChosen} aria-label=${label} data-testid=${`process-${id}`}
    onClick=${() => choose({ candidate: isChosen ? null : id })}><${Disc} id=${id} ...${disc} /></button>`;
}
