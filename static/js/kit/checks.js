// The invariants of a view's subject, with what violates them or leaves them in doubt.
import { html } from "../html.js";

/** Draw a chip for each invariant, in the order of the words: a verdict that changes stays in its place. */
export function Verdicts({ of, words }) {
  const reasons = Object.fromEntries(doubtsOf(of).map(({ invariant, detail }) => [invariant, detail]));
  const verdicts = inOrder(verdictsOf(of), words);
  return html`
    <ul class="invariants" aria-label="Invariants">
      <li class="chip holds holds-all"><b aria-hidden="true">✓</b>all ${verdicts.length} checks hold</li>
      ${verdicts.map(
        ([name, holds]) => html`<${Check} key=${name} name=${name} holds=${holds} reason=${reasons[name]} words=${words} />`,
      )}
    </ul>
  `;
}

/** Say what leaves invariants in doubt, and what has broken them; draw nothing if all hold. */
export function Reasons({ of }) {
  const verdicts = verdictsOf(of);
  const violations = brokenBy(of, verdicts);
  const open = doubtsOf(of).filter(({ invariant }) => verdicts[invariant] === null).map(({ detail }) => detail);
  if (!open.length && !violations.length) return null;
  return html`
    <ul class="reasons" aria-label="What the invariants say">
      ${[...new Set(open.filter(Boolean))].map((detail) => html`<li class="doubt" key=${detail} data-testid="doubt" title=${detail}>Not known: ${detail}.</li>`)}
      ${violations.map(
        ({ invariant, detail }) => html`<li class="violation" key=${invariant + detail} data-testid="violation" title=${detail}>${detail}</li>`,
      )}
    </ul>
  `;
}

/** Return the violations that count: most invariants leave a process time to do what follows from a notification. */
const brokenBy = ({ violations = [] }, verdicts) => violations.filter(({ invariant }) => verdicts[invariant] !== true);
const doubtsOf = ({ doubts = [] }) => doubts;

/** Return invariant -> whether it holds; null if that is not known. */
function verdictsOf(of) {
  return { ...Object.fromEntries(doubtsOf(of).map(({ invariant }) => [invariant, null])), ...of.invariants };
}

/** Return the verdicts as [name, holds], in the order of the words; those without words come last. */
export function inOrder(verdicts, words) {
  const names = Object.keys({ ...words, ...verdicts }).filter((name) => Object.hasOwn(verdicts, name));
  return names.map((name) => [name, verdicts[name]]);
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
