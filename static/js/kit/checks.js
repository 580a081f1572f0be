// The invariants of a view's subject, with what violates them or leaves them in doubt.
import { html } from "../html.js";

/** Draw the invariants. words: invariant -> [its name on the page, its meaning]. */
export function Checks({ of: { invariants, violations = [], doubts = [] }, words }) {
  const reasons = Object.fromEntries(doubts.map(({ invariant, detail }) => [invariant, detail]));
  const unknown = Object.fromEntries(doubts.map(({ invariant }) => [invariant, null]));
  const verdicts = { ...unknown, ...invariants };
  const open = Object.keys(verdicts).filter((name) => verdicts[name] === null);
  return html`
    <ul class="invariants" aria-label="Invariants">
      ${Object.entries(verdicts).map(
        ([name, holds]) => html`<${Check} key=${name} name=${name} holds=${holds} reason=${reasons[name]} words=${words} />`,
      )}
      ${[...new Set(open.map((name) => reasons[name]).filter(Boolean))].map(
        (detail) => html`<li class="doubt" key=${detail} data-testid="doubt">Not known: ${detail}.</li>`,
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
  null: ["doubtful", "?", " is not known"],
};

function Check({ name, holds, reason, words }) {
  const [word, meaning] = words[name] ?? [name.replaceAll("_", " "), name];
  const [look, sign, said] = VERDICTS[holds];
  const why = holds === null && reason ? `${meaning}. Not known: ${reason}.` : meaning;
  return html`
    <li class=${`chip ${look}`} title=${why} data-testid=${`invariant-${name}`}
      data-holds=${String(holds)}><b aria-hidden="true">${sign}</b>${word}<span
        class="sr">${said}</span></li>
  `;
}
