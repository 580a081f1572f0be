// A moment of the past, drawn: the search in its znodes, and one znode: what is known of it then, and what nobody knows.
import { clockTime, count } from "../format.js";
import { html } from "../html.js";
import { Happened, kindWord } from "../kit/parts.js";
import { Narrowed, isIn, windowOf } from "../time/window.js";
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

export function PastZnode({ path, tree, events, clock, chosen, choose }) {
  const { known, children } = tree.index();
  const znode = known.get(path);
  const at = clockTime(clock.wallOf(clock.now()), true);
  const window = windowOf(chosen.window);
  const own = events.filter(({ subject, wall }) => subject === path && isIn(window, wall)).reverse();
  return html`
    <p class=${znode ? "note" : "bygone"} role="status" data-testid="past-znode">${znode ? `At ${at} it was there, as the history has it.` : `No recipe's document names it at ${at}: it is not known whether it existed.`}</p>
    ${znode && html`<${Facts} znode=${znode} below=${children.get(path).length} />`}
    <p class="note">Its data, its stat and its ACL at this moment are not known.</p>
    <h3>what happened to it until then <${Narrowed} window=${window} choose=${choose} /></h3>
    ${own.length ? html`<${Happened} events=${own} clock=${clock} />` : html`<p class="note">The events that are listed here do not mention it.</p>`}
  `;
}

function Facts({ znode, below }) {
  const { kind, session, candidate, more } = znode;
  const facts = [
    ["kind", kindWord(kind)],
    ["owner", session && (candidate ? `${session} (${candidate})` : session)],
    ["children known", below > 0 && String(below)],
    ["besides them", more && `${count(more)} only by number`],
  ];
  return html`<dl class="stat">${facts.filter(([, value]) => value).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}
