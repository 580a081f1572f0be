// Count in = count out: the items that were put in, and where they are.
import { count } from "../../format.js";
import { html } from "../../html.js";

const PARTS = [
  ["done", "done", "new"],
  ["in_hand", "in hand", "lead"],
  ["waiting", "waiting", "wait"],
  ["gone", "gone, not taken", "dead"],
];

export function Account({ queue }) {
  const parts = PARTS.filter(([key]) => key !== "gone" || queue.gone > 0);
  const sum = parts.reduce((total, [key]) => total + queue[key], 0);
  const fits = sum === queue.put;
  return html`
    <section class="queue-account" aria-label="Count in and count out" data-testid="account" data-put=${queue.put} data-sum=${sum}>
      <p><b class="number">${count(queue.put)}</b> in <span class=${fits ? "soft" : "tone-dead"}>${fits ? "=" : "≠"}</span>
        ${parts.map(([key, word, tone], at) => html`${at ? html` <span class="soft">+</span> ` : " "}<span key=${key}
          class=${`tone-${tone} part`}><b class="number" data-testid=${`count-${key}`}>${count(queue[key])}</b> ${word}</span>`)}
        ${queue.again > 0 && html`<span class="given-again" data-testid="again">${count(queue.again)} given out again</span>`}
      </p>
      <div class="account-bar" aria-hidden="true">
        ${parts.map(([key, , tone]) => html`<i key=${key} class=${`tone-${tone}`} style=${`flex-grow: ${queue[key]}`}></i>`)}
      </div>
    </section>
  `;
}
