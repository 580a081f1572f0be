// The search in the znodes of a moment of the past.
import { html } from "../html.js";
import { Field, Found } from "../views/search.js";
import { searched } from "./znodes.js";

const LIMIT = 200;

export function PastSearch({ query, setQuery, tree, chosen, choose }) {
  const matches = query ? searched(tree.index(), query) : [];
  return html`
    <div class="search"><${Field} query=${query} setQuery=${setQuery} /></div>
    ${query && !matches.length && html`<p class="note">No znode that is known for this moment has “${query}” in its path.</p>`}
    ${query && matches.length > 0 && html`<${Found} matches=${matches.slice(0, LIMIT)} truncated=${matches.length > LIMIT} chosen=${chosen} choose=${choose} />`}
  `;
}
