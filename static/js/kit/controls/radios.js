// A choice among a few buttons, of which one is chosen: one stop of the Tab key, and the arrows choose.
import { html } from "../../html.js";

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Draw the choice. among: [{value, word, testid, title?, disabled?}]; stop: the value that Tab reaches while none is chosen.
 * @param {Record<string, any>} props
 */
export function Radios({ label, testid, look = "", among, value, stop = value, pick }) {
  const keys = (event) => {
    const step = STEPS[event.key];
    const buttons = [...event.currentTarget.children];
    const possible = buttons.filter(({ disabled }) => !disabled);
    if (!step || !possible.length) return;
    event.preventDefault();
    const next = possible[(possible.indexOf(event.target) + step + possible.length) % possible.length]; // the drawing may be a frame late
    pick(among[buttons.indexOf(next)].value);
    next.focus();
  };
  return html`
    <span class=${`group ${look}`} role="radiogroup" aria-label=${label} data-testid=${testid} onKeyDown=${keys}>
      ${among.map(
        (one) => html`<button key=${one.value} type="button" role="radio" data-testid=${one.testid} title=${one.title} disabled=${one.disabled}
          aria-checked=${one.value === value} tabindex=${one.value === stop ? 0 : -1} onClick=${() => pick(one.value)}>${one.word}</button>`,
      )}
    </span>
  `;
}
