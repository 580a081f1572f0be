// What became of each client's turns, what it waits for, and the button that asks for its place.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { Pick } from "../../kit/pick.js";
import { Slowed } from "../../kit/slowed.js";
import { clientsOf, entryOf } from "./people.js";
import { Ask } from "./revoking.js";

const SHOWN = 10;
const NONE = { held: 0, finished: 0, abandoned: 0, gave_up: 0, gave_back: 0 };

export function Turns(view) {
  const ids = clientsOf(view);
  const { shared } = view;
  const strangers = shared.chain.filter(({ candidate }) => !candidate);
  return html`
    <section class="turns" aria-label="Turns">
      <p class="handoff-title"><b>The line, and how each turn ended</b> <${Slowed} slowed=${view.slowed} path=${shared.path} /></p>
      <ul>
        ${ids.slice(0, SHOWN).map((id) => html`<${Turn} key=${id} ...${view} id=${id} />`)}
        ${strangers.map((entry) => html`<${Stranger} key=${entry.znode} entry=${entry} />`)}
        ${ids.length > SHOWN && html`<li class="soft">and ${ids.length - SHOWN} more</li>`}
        ${!ids.length && !strangers.length && html`<li class="soft">Nobody is in it.</li>`}
      </ul>
    </section>
  `;
}

function Turn(view) {
  const { id, state, shared, chosen, choose } = view;
  const entry = entryOf(shared, id);
  const { recipe } = state.candidates[id] ?? {};
  const { finished, abandoned, gave_up, gave_back } = { ...NONE, ...shared.turns[id] };
  const isChosen = chosen.candidate === id;
  return html`
    <li class=${isChosen ? "chosen" : ""} data-testid=${`turn-${id}`} data-gave-back=${gave_back}>
      <${Pick} id=${id} isChosen=${isChosen} choose=${choose} /><span class=${`mode of-${recipe}`}>${recipe}</span>
      <span class="what">${wordsOf(entry, shared)}</span>
      <span class="soft number">${plural(finished, recipe === "writer" ? "write" : "read")}${gave_back > 0 && `, gave back ${gave_back}`}${
        abandoned > gave_back && `, ${abandoned - gave_back} undone`
      }${gave_up > 0 && `, gave up ${gave_up}`}</span>
      <${Ask} ...${view} entry=${entry} />
    </li>
  `;
}

function wordsOf(entry, shared) {
  if (!entry) return "not in the line";
  if (entry.truth === "holder") return "has its turn";
  const before = shared.chain.find(({ znode }) => znode === entry.waits_for);
  return before ? `waits for ${before.name}` : "waits";
}

/** Draw another program's znode; only that program knows by which rules it waits. */
function Stranger({ entry }) {
  return html`
    <li class="stranger" data-testid=${`stranger-${entry.label}`}><b title=${entry.znode}>${entry.name}</b>
      <span class="mode">${entry.mode ? `to ${entry.mode}` : "unknown"}</span>
      <span class="what">from another program: not checked</span></li>
  `;
}
