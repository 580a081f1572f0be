// The controls of a group: the group, how many to start, and actions.
import { html } from "../../html.js";
import { Do } from "../../kit/controls/elements.js";
import { counts } from "../../kit/controls/start.js";
import { whyNotRestart } from "../../kit/nodes.js";
import { chosenNode, restartable } from "./nodes.js";

export const START = [1, 5, 20];

/** Start a new process under the node's own name. replace: it may delete the last one's live znode. */
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

export function startNodes({ group, chosen, actions }, count) {
  const body = { path: group?.path ?? "/", count, session_timeout: chosen.timeout };
  return actions.attempt(`start-${count}`, "POST", "groups", body);
}

export function askToForget(view) {
  const node = chosenNode(view);
  if (!node) view.actions.toast("Choose a node that is down first");
  else if (node.live || node.standing === "joining") view.actions.toast(`${node.id} is not down: only a node that is down can be forgotten`);
  else view.choose({ node: node.id, dialog: "forget-node" });
}

export const controls = { starts: (view) => counts(view, START, "nodes", (count) => startNodes(view, count)), more: Again };

function Again(view) {
  const { page } = view;
  const node = restartable(view);
  const why = whyNotRestart(node);
  const chosen = chosenNode(view);
  const canForget = chosen && !chosen.live && chosen.standing === "down" && chosen.process !== "paused";
  return html`
    <${Do} page=${page} name="restart" testid="members-restart" why=${why} run=${() => restart(view)}
      title=${`restart ${node?.id}: a new process under the same name; it waits until the old session ends`}>restart${why ? "" : ` ${node.id}`}<//>
    <${Do} page=${page} name="restart" testid="members-replace" why=${why} run=${() => restart(view, true)}
      title=${`restart ${node?.id}, and let it replace the live znode of its last process, which has ended`}>and replace<//>
    <${Do} page=${page} name="forget" testid="members-forget" run=${() => askToForget(view)} why=${canForget ? null : "Choose a node that is down: its entry can be deleted"}
      title=${`forget ${chosen?.id}: delete its entry in all_nodes`}>forget<//>
  `;
}
