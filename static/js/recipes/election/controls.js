// The controls of an election: which election, how many more, by what strategy, and actions.
import { html } from "../../html.js";
import { Act } from "../../kit/controls/act.js";
import { ReadOnly } from "../../kit/controls/bar.js";
import { Paths, entriesOf } from "../../kit/controls/paths.js";
import { Start, Timeout } from "../../kit/controls/start.js";
import { heldRole } from "../../targets.js";
import { mark, open, start } from "./calls.js";

/** The value in place of a path that means all elections that were found. */
export const FOUND = "";

/** Return the candidates of an election whose processes have not ended. */
export function standing(state, path) {
  return Object.keys(state.candidates).filter(
    (id) => state.candidates[id].election === path && state.candidates[id].process !== "exited",
  );
}

/** Tell whether only other programs stand here: then nothing invites to start candidates among them. */
export function isOthers({ state, election }) {
  const { chain, denied, itself, path } = election;
  return itself || denied || chain.some(({ candidate }) => !candidate) && !standing(state, path).length;
}

/** Tell whether the strategy can change: an election keeps it while it has candidates. */
function isFree({ state, election }) {
  return !election.chain.length && !standing(state, election.path).length;
}

/** Return the strategy of the next candidates. */
export function startStrategy(view) {
  const { election, chosen } = view;
  return isFree(view) ? (chosen.strategy ?? election.strategy) : election.strategy;
}

export function Controls(view) {
  const { state, election } = view;
  const begin = (count) => start(view, count, election.path, startStrategy(view));
  return html`
    <div class="controls">
      <${Elections} ...${view} />
      ${state.read_only && html`<${ReadOnly} />`}
      ${
        !state.read_only &&
        election &&
        html`${!election.itself && html`<${Start} ...${view} invites=${!isOthers(view)} start=${begin} /><${Timeout} ...${view} />`}<${Act}
          ...${view} /><${Mark} ...${view} />`
      }
    </div>
  `;
}

/** Return the member that may be marked: the holder of the chosen role, if it is another program; else null. */
export function markable({ election, chosen, ...view }) {
  const role = heldRole({ election, chosen, ...view })?.role;
  const held = role && !chosen.candidate && election.chain.find(({ znode }) => znode === election.roles[role]);
  return held && !held.candidate ? held : null;
}

function Mark(view) {
  const held = markable(view);
  return held && html`<button data-testid="mark" disabled=${view.page.busy.has(`mark ${view.election.path}`)}
    title=${`You kill ${held.name}, which Handoff cannot: its next handoff counts from this moment (m)`} onClick=${() => mark(view, held)}>Mark: killed now</button>`;
}

function Elections(view) {
  const { state, election, choose, actions } = view;
  const found = Object.entries(state.found ?? {}).map(([path, { members }]) => ({ path, word: members }));
  const pick = (path) => open({ state, actions, choose }, path);
  return html`<${Paths} label="Election" testid="election" value=${election?.path} entries=${entriesOf(view)} pick=${pick}
    found=${found} all=${state.zookeeper.source === "external" ? () => choose({ election: FOUND, candidate: null }) : null}
    other=${state.read_only ? null : () => choose({ dialog: "another" })} />`;
}
