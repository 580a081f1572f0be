// The invariants of a view's subject, with what violates them or leaves them in doubt.
import { html } from "../html.js";
import { Menu } from "./menu.js";

/** Draw a chip for each invariant, in the order of the words: a verdict that changes stays in its place. Beside them, a button says in full what each means. */
export function Verdicts({ of, words }) {
  const reasons = Object.fromEntries(doubtsOf(of).map(({ invariant, detail }) => [invariant, detail]));
  const verdicts = inOrder(verdictsOf(of), words);
  const broken = brokenBy(of, verdictsOf(of));
  return html`
    <ul class="invariants" aria-label="Invariants">
      ${verdicts.map(([name, holds]) => html`<${Check} key=${name} name=${name} holds=${holds} word=${worded(name, words)[0]} />`)}
    </ul>
    <${Menu} name="checks" look="quiet all-checks" label="What the checks mean" sign=${html`<span class="in-sum">${summed(verdicts)}</span><span class="in-full" aria-hidden="true">?</span><span class="sr in-full">What the checks mean</span>`}>
      <dl class="words" data-testid="checks-in-full">
        ${verdicts.map(([name, holds]) => html`<${InFull} key=${name} words=${worded(name, words)} holds=${holds} reason=${reasons[name]} broken=${broken.filter(({ invariant }) => invariant === name)} />`)}
      </dl>
    <//>
  `;
}

/** Say how many checks do not hold; where there is room for them, they are drawn one by one. */
function summed(verdicts) {
  const of = (standing) => verdicts.filter(([, holds]) => holds === standing).length;
  const [broken, open, all] = [of(false), of(null), verdicts.length];
  if (!broken && !open) return html`<b class="holds" aria-hidden="true">✓</b> all ${all} checks hold`;
  return html`
    ${broken > 0 && html`<b class="broken">✗ ${broken} of ${all} checks violated</b>`}
    ${open > 0 && html`<b class="doubtful">? ${open} of ${all} checks not known</b>`}
  `;
}

/** Say what has broken invariants, then what leaves them in doubt; draw nothing if all hold. */
export function Reasons({ of }) {
  const verdicts = verdictsOf(of);
  const violations = brokenBy(of, verdicts);
  const open = doubtsOf(of).filter(({ invariant }) => verdicts[invariant] === null).map(({ detail }) => detail);
  if (!open.length && !violations.length) return null;
  return html`
    <ul class="reasons" aria-label="What the invariants say">
      ${violations.map(
        ({ invariant, detail }) => html`<li class="violation" key=${invariant + detail} data-testid="violation">${detail}</li>`,
      )}
      ${[...new Set(open.filter(Boolean))].map((detail) => html`<li class="doubt" key=${detail} data-testid="doubt">Not known: ${detail}.</li>`)}
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

const worded = (name, words) => words[name] ?? [name.replaceAll("_", " "), name];

function Check({ name, holds, word }) {
  const [look, sign, said] = VERDICTS[holds];
  return html`
    <li class=${`chip ${look}`} data-testid=${`invariant-${name}`}
      data-holds=${String(holds)}><b aria-hidden="true">${sign}</b>${word}<span
        class="sr">${said}</span></li>
  `;
}

function InFull({ words: [word, meaning], holds, reason, broken }) {
  const [look, sign, said] = VERDICTS[holds];
  return html`
    <dt class=${look}><b aria-hidden="true">${sign}</b> ${word}<span class="sr">${said}</span></dt>
    <dd>${meaning}.${holds === null && reason && ` Not known: ${reason}.`}${broken.map(({ detail }) => html`<p class="violation">${detail}</p>`)}</dd>
  `;
}
