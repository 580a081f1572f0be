// Which path the view shows: those in the state, and what else may be chosen.
import { spelt } from "../../format.js";
import { html } from "../../html.js";

/**
 * entries: [{path, word}] in the state; found: the same, not followed yet; pick(path) chooses one;
 * other() asks for another path, null where nobody may; all() shows the list of what was found.
 */
export function Paths({ label, value, entries, found = [], pick, all = null, other, testid }) {
  const change = (event) => {
    const { value: picked } = event.target;
    event.target.value = value ?? "";
    if (picked === "other…") other();
    else if (picked === "all…") all();
    else pick(picked);
  };
  return html`
    <select class="elections" data-testid=${testid} aria-label=${label} value=${value ?? ""} onChange=${change}>
      ${!value && html`<option value="" disabled>${entries.length ? "choose one" : "none yet"}</option>`}
      ${entries.map(({ path, word }) => html`<option key=${path} value=${path}>${spelt(path)} · ${word}</option>`)}
      ${
        found.length > 0 &&
        html`<optgroup label="Found, not followed yet">
        ${found.map(({ path, word }) => html`<option key=${path} value=${path}>${spelt(path)} · ${word}</option>`)}</optgroup>`
      }
      ${all && value && html`<option value="all…">all that was found …</option>`}
      ${other && html`<option value="other…">another path …</option>`}
    </select>
  `;
}
