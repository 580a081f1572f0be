// The choice of the path that the view shows: the paths in the state, and others.
import { html } from "../../html.js";

/** Return [{path, word}], the paths in the state of what the view is about, with a word about each. */
export function entriesOf({ state, here: { subject } }) {
  return Object.values(state[subject.section] ?? {}).map((entry) => ({ path: entry.path, word: subject.wordOf(entry) }));
}

/**
 * Draw the choice. entries: [{path, word}] in the state; found: more of them, not followed yet; pick(path)
 * chooses one; other() asks for another path, null if that is not allowed; all() lists what was found.
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
    <select class="paths" data-testid=${testid} aria-label=${label} value=${value ?? ""} onChange=${change}>
      ${!value && html`<option value="" disabled>${entries.length ? "choose one" : "none yet"}</option>`}
      ${entries.map(({ path, word }) => html`<option key=${path} value=${path}>${path} · ${word}</option>`)}
      ${
        found.length > 0 &&
        html`<optgroup label="Found, not followed yet">
        ${found.map(({ path, word }) => html`<option key=${path} value=${path}>${path} · ${word}</option>`)}</optgroup>`
      }
      ${all && value && html`<option value="all…">all that was found …</option>`}
      ${other && html`<option value="other…">another path …</option>`}
    </select>
  `;
}
