// The search by name, by data, or by both, in the whole tree or below the chosen znode.
import { count, plural } from "../format.js";
import { html } from "../html.js";
import { useAnswer } from "../kit/asked.js";
import { Radios } from "../kit/controls/elements.js";
import { call, query as withQuery } from "../rest.js";

const PAUSE_MS = 250;
const LIMIT = 200;
const WHERE = { name: "names", data: "data", both: "both" };

export function Search({ query, setQuery, chosen, choose }) {
  const under = chosen.searchBelow && chosen.znode ? chosen.znode : "/";
  const keys = (event) => {
    const { key } = event;
    if (key === "Escape" && query) (event.preventDefault(), setQuery(""));
    if (key === "Enter" && query.startsWith("/")) (setQuery(""), choose({ znode: query.replace(/(.)\/+$/, "$1") }));
  };
  return html`
    <div class="search bench-search">
      <input id="search" type="search" placeholder="Search znodes  /" aria-label="Search znodes" data-testid="search"
        value=${query} spellcheck="false" autocomplete="off" onInput=${(event) => setQuery(event.target.value)}
        title="A name, or a part of the data; Enter goes to a whole path" onKeyDown=${keys} />
      <${Radios} look="forms" label="Search in" value=${chosen.searchIn} pick=${(searchIn) => choose({ searchIn })}
        among=${Object.entries(WHERE).map(([value, word]) => ({ value, word, testid: `search-in-${value}` }))} />
      <button class="filter only" aria-pressed=${under !== "/"} disabled=${!chosen.znode || chosen.znode === "/"} data-testid="search-below"
        title=${chosen.znode ? `Only below ${chosen.znode}` : "Choose a znode first"}
        onClick=${() => choose({ searchBelow: !chosen.searchBelow })}>below the chosen one</button>
    </div>
    ${query && html`<${Matches} query=${query} under=${under} chosen=${chosen} choose=${choose} />`}
  `;
}

function Matches({ query, under, chosen, choose }) {
  const ask = () => call("GET", withQuery("znodes/search", { q: query, under, in: chosen.searchIn, limit: LIMIT }));
  const { answer, error } = useAnswer(ask, [query, under, chosen.searchIn], PAUSE_MS);
  if (error) return html`<p class="note" role="alert">${error}</p>`;
  if (!answer) return html`<p class="note" aria-busy="true">Searching …</p>`;
  const found = answer.found ?? answer.matches.map((path) => ({ path }));
  return html`
    <p class="note" role="status" data-testid="search-says">${says(answer, found, query, under)}</p>
    <ul class="scroller matches" data-testid="matches">
      ${found.map(({ path, excerpt }) => html`<li key=${path}><button class=${`match ${chosen.znode === path ? "selected" : ""}`}
        title=${path} onClick=${() => choose({ znode: path })}><code><bdi>${path}</bdi></code></button>
        ${excerpt && html`<p class="excerpt">${excerpt}</p>`}</li>`)}
    </ul>
  `;
}

/** Say what was found, and what was not searched: a search that stopped early does not prove that there is nothing. */
function says({ truncated, read, denied, stopped }, found, query, under) {
  const where = under === "/" ? "" : ` below ${under}`;
  const parts = [found.length ? `${truncated ? "The first " : ""}${plural(found.length, "znode")}${where}` : `No znode${where} has “${query}”`];
  if (read !== undefined) parts.push(`the data of ${plural(read, "znode")} read`);
  if (denied) parts.push(`${count(denied)} may not be read`);
  if (stopped) parts.push(stopped === "time" ? "not all: it took too long" : "not all: too much data");
  return `${parts.join("; ")}.`;
}
