// The search of the whole tree by the dashboard: this page only knows the opened part.
import { count } from "../format.js";
import { html } from "../html.js";
import { useAnswer } from "../kit/asked.js";
import { call, query as withQuery } from "../rest.js";

const PAUSE_MS = 180;
const LIMIT = 200;

export function Search({ query, setQuery, chosen, choose }) {
  return html`
    <div class="search"><${Field} query=${query} setQuery=${setQuery} /></div>
    ${query && html`<${Matches} query=${query} chosen=${chosen} choose=${choose} />`}
  `;
}

export function Field({ query, setQuery }) {
  return html`
    <input id="search" type="search" placeholder="Search znodes  /" aria-label="Search znodes"
      data-testid="search" value=${query} spellcheck="false" autocomplete="off"
      onInput=${(event) => setQuery(event.target.value)}
      onKeyDown=${(event) => event.key === "Escape" && query && (event.preventDefault(), setQuery(""))} />
  `;
}

function Matches({ query, chosen, choose }) {
  const ask = () => call("GET", withQuery("znodes/search", { q: query, limit: LIMIT }));
  const { answer, error } = useAnswer(ask, [query], PAUSE_MS);
  if (error) return html`<p class="note">${error}</p>`;
  if (!answer) return html`<p class="note" aria-busy="true">Searching …</p>`;
  const { matches, truncated } = answer;
  if (!matches.length) return html`<p class="note">No znode has “${query}” in its path.</p>`;
  return html`<${Found} matches=${matches} truncated=${truncated} chosen=${chosen} choose=${choose} />`;
}

/** List the paths that were found. */
export function Found({ matches, truncated, chosen, choose }) {
  return html`
    <ul class="scroller matches" data-testid="matches">
      ${matches.map((path) => html`<li key=${path}><button
        class=${`match ${chosen.znode === path ? "selected" : ""}`} title=${path}
        onClick=${() => choose({ znode: path })}><code><bdi>${path}</bdi></code></button></li>`)}
      ${truncated && html`<li
        class="note">The first ${count(matches.length)} are shown; type more to see others.</li>`}
    </ul>
  `;
}
