// The controls of a group: which one, how many to start, what happens to whom.
import { html } from "../../html.js";
import { Act } from "../controls/act.js";
import { Paths } from "../controls/paths.js";
import { Start, Timeout } from "../controls/start.js";
import { chosenNode, restartable, whyNotRestart } from "./nodes.js";

export const START = [1, 5, 20];

/** A new process under the node's own name; `replace`: it may delete the live znode of the last one. */
export function restart(view, replace = false) {
  const node = restartable(view);
  const why = whyNotRestart(node);
  if (why) return view.actions.toast(why);
  const { path } = view.group;
  const body = { path, replace, session_timeout: view.chosen.timeout };
  return view.actions
    .attempt("restart", "POST", `groups/nodes/${encodeURIComponent(node.id)}/restart`, body)
    .then((started) => started && view.choose({ node: node.id, candidate: null }));
}

export function Bar(view) {
  const { state, group, choose, actions } = view;
  const entries = Object.values(state.groups ?? {}).map(({ path, live, known }) => ({ path, word: `${live} of ${known} live` }));
  return html`
    <div class="controls">
      <${Paths} label="Group" testid="group" value=${group?.path} entries=${entries}
        pick=${(path) => choose({ group: path, candidate: null, node: null })}
        other=${state.read_only ? null : () => choose({ dialog: "follow-group" })} />
      ${
        state.read_only
          ? html`<span class="chip" data-testid="read-only">read-only: watching</span>`
          : html`<${Start} ...${view} counts=${START} what="nodes" start=${view.start} /><${Timeout} ...${view} />
            <${Act} ...${view} /><${Again} ...${view} actions=${actions} />`
      }
    </div>
  `;
}

function Again(view) {
  const { page, forget } = view;
  const node = restartable(view);
  const why = whyNotRestart(node);
  const chosen = chosenNode(view);
  const canForget = chosen && !chosen.live && chosen.standing === "down" && chosen.process !== "paused";
  return html`
    <span class="group again" role="group" aria-label="What happens to a node that is down">
      <button data-testid="members-restart" disabled=${Boolean(why) || page.busy.has("restart")}
        aria-busy=${page.busy.has("restart")} onClick=${() => restart(view)}
        title=${why ?? `restart ${node.id}: a new process under the same name, which waits for the old session to end`}>restart${
          why ? "" : ` ${node.id}`
        }</button>
      <button data-testid="members-replace" disabled=${Boolean(why) || page.busy.has("restart")}
        onClick=${() => restart(view, true)}
        title=${why ?? `restart ${node.id}, and let it replace the live znode of its last process, which is known to be over`}>and replace</button>
      <button data-testid="members-forget" disabled=${!canForget} onClick=${forget}
        title=${canForget ? `forget ${chosen.id}: delete its entry in all_nodes` : "Choose a node that is down: its entry can be deleted"}>forget</button>
    </span>
  `;
}
