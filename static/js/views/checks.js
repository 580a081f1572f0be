// The invariants of a view's subject, and what breaks them, or leaves them in doubt.
import { html } from "../html.js";

/** words: invariant -> [its name on the page, what it means]. */
export function Checks({ of: { invariants, violations = [], doubts = [] }, words }) {
  const doubtful = Object.fromEntries(doubts.map(({ invariant }) => [invariant, null]));
  return html`
    <ul class="invariants" aria-label="Invariants">
      ${Object.entries({ ...doubtful, ...invariants }).map(
        ([name, holds]) => html`<${Check} key=${name} name=${name} holds=${holds} words=${words} />`,
      )}
      ${doubts.map(
        ({ invariant, detail }) => html`<li class="doubt" key=${invariant} data-testid="doubt">${detail}</li>`,
      )}
      ${violations.map(
        ({ invariant, detail }) => html`<li class="violation" key=${invariant + detail} data-testid="violation">${detail}</li>`,
      )}
    </ul>
  `;
}

const VERDICTS = {
  true: ["holds", "✓", " holds"],
  false: ["broken", "✗", " is violated"],
  null: ["doubtful", "?", " may hold or not: nobody can say"],
};

function Check({ name, holds, words }) {
  const [word, meaning] = words[name] ?? [name.replaceAll("_", " "), name];
  const [look, sign, said] = VERDICTS[holds];
  return html`
    <li class=${`chip ${look}`} title=${meaning} data-testid=${`invariant-${name}`}
      data-holds=${String(holds)}><b aria-hidden="true">${sign}</b>${word}<span
        class="sr">${said}</span></li>
  `;
}
