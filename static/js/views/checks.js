// The invariants of a view's subject, and what breaks them.
import { html } from "../html.js";

/** words: invariant -> [its name on the page, what it means]. */
export function Checks({ of: { invariants, violations = [] }, words }) {
  return html`
    <ul class="invariants" aria-label="Invariants">
      ${Object.entries(invariants).map(
        ([name, holds]) => html`<${Check} key=${name} name=${name} holds=${holds} words=${words} />`,
      )}
      ${violations.map(
        ({ invariant, detail }) => html`<li class="violation" key=${invariant + detail} data-testid="violation">${detail}</li>`,
      )}
    </ul>
  `;
}

function Check({ name, holds, words }) {
  const [word, meaning] = words[name] ?? [name.replaceAll("_", " "), name];
  return html`
    <li class=${`chip ${holds ? "holds" : "broken"}`} title=${meaning} data-testid=${`invariant-${name}`}
      data-holds=${String(holds)}><b aria-hidden="true">${holds ? "✓" : "✗"}</b>${word}<span
        class="sr">${holds ? " holds" : " is violated"}</span></li>
  `;
}
