// The controls of an election: which one, how many more, by what strategy; what happens to whom.
import { html } from "../html.js";
import { Act } from "./controls/act.js";
import { Paths } from "./controls/paths.js";
import { Start, Timeout } from "./controls/start.js";
import { wordOf } from "../shapes.js";

/** In place of a path: all that was found. */
export const FOUND = "";

/** The candidates of an election whose processes have not ended. */
export function standing(state, path) {
  return Object.keys(state.candidates).filter(
    (id) => state.candidates[id].election === path && state.candidates[id].process !== "exited",
  );
}

/** An election keeps its strategy while somebody stands in it. */
export function isFree({ state, election }) {
  return !election.chain.length && !standing(state, election.path).length;
}

/** What the next candidates are started with. */
export function startStrategy(view) {
  const { election, chosen } = view;
  return isFree(view) ? (chosen.strategy ?? election.strategy) : election.strategy;
}

export function Controls(view) {
  const { state, election, actions } = view;
  const start = (count) => actions.start(count, election.path, startStrategy(view));
  return html`
    <div class="controls">
      <${Elections} ...${view} />
      ${state.read_only && html`<span class="chip" data-testid="read-only">read-only: watching</span>`}
      ${
        !state.read_only &&
        election &&
        html`<${Start} ...${view} start=${start} /><${Timeout}
          ...${view} /><${Act} ...${view} />`
      }
    </div>
  `;
}

function Elections({ state, election, choose, actions }) {
  const followed = Object.values(state.elections).map((one) => ({ path: one.path, word: wordOf(one) }));
  const found = Object.entries(state.found ?? {}).map(([path, { members }]) => ({ path, word: members }));
  const pick = (path) =>
    state.elections[path]
      ? choose({ election: path, candidate: null, unfolded: false })
      : actions.follow(path);
  return html`<${Paths} label="Election" testid="election" value=${election?.path} entries=${followed} pick=${pick}
    found=${state.read_only ? [] : found} all=${state.zookeeper.source === "external" ? () => choose({ election: FOUND, candidate: null }) : null}
    other=${state.read_only ? null : () => choose({ dialog: "follow" })} />`;
}
