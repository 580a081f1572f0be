// A choice among a few values, with a word before it.
import { html } from "../../html.js";

const inSeconds = (value) => `${value} s`;

/**
 * Draw the choice that `chosen[choice]` remembers. among: the values; say(value): a value in words; set(value): what
 * else a choice does.
 */
export function Select({ chosen, choose, choice, among, word, title, testid, say = inSeconds, set }) {
  const pick = ({ target }) => {
    const value = among[target.selectedIndex];
    choose({ [choice]: value });
    set?.(value);
  };
  return html`
    <label class="setting" title=${title}><span class="soft">${word}</span>
      <select data-testid=${testid} value=${chosen[choice] ?? ""} onChange=${pick}>
        ${among.map((value) => html`<option key=${value} value=${value ?? ""}>${say(value)}</option>`)}
      </select></label>
  `;
}
