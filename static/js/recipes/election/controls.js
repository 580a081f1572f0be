// The controls of an election: which election, how many more, by what strategy, and actions.
import { html } from "../../html.js";
import { counts } from "../../kit/controls/start.js";
import { heldRole } from "../../targets.js";
import { mark, open, start } from "./calls.js";
import { STRATEGIES } from "./shapes.js";

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

export const controls = {
  starts: (view) => (view.election.itself ? [] : counts(view, [1, 5, 20], "candidates", (count) => start(view, count, view.election.path, startStrategy(view)))),
  settings: Strategy,
  invites: (view) => !isOthers(view),
  verbs: Mark,
  own: (view) => (view.election && markable(view) ? 1 : 0),
  when: ({ election }) => Boolean(election),
  paths: foundPaths,
};

function Strategy(view) {
  const [isOpen, strategy] = [isFree(view), startStrategy(view)];
  return html`
    <label class="setting" title=${isOpen ? STRATEGIES[strategy] : "An election keeps its strategy while it has candidates"}><span class="soft">strategy</span>
      <select data-testid="strategy" disabled=${!isOpen} value=${strategy} onChange=${({ target }) => view.choose({ strategy: target.value })}>
        ${Object.keys(STRATEGIES).map((name) => html`<option key=${name}>${name}</option>`)}
      </select></label>
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

/** Return what the choice has beside the elections that are followed: those that were found in a foreign ensemble. */
function foundPaths({ state, choose, actions }) {
  return {
    pick: (path) => open({ state, actions, choose }, path),
    found: Object.entries(state.found ?? {}).map(([path, { members }]) => ({ path, word: members })),
    all: state.zookeeper.source === "external" ? () => choose({ election: FOUND, candidate: null }) : null,
  };
}
