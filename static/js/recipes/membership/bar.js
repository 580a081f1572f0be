// The controls of a group: the group, how many to start, and actions.
import { html } from "../../html.js";
import { Do } from "../../kit/controls/elements.js";
import { counts, startBy, whyFull } from "../../kit/controls/start.js";
import { whyNotRestart } from "../../kit/nodes.js";
import { chosenNode, restartable } from "./nodes.js";

export const START = [1, 5, 20];

/** Start a new process under the node's own name. replace: it may delete the last one's live znode. */
export function restart(view, replace = false) {
  const node = restartable(view);
  const body = { path: view.group?.path, replace, session_timeout: view.chosen.timeout };
  return view.actions
    .unless(whyNotRestart(node) ?? whyFull(view.state, 1), "restart", "POST", `groups/nodes/${encodeURIComponent(node?.id)}/restart`, body)
    .then((started) => started && view.choose({ node: node.id, candidate: null }));
}

export function startNodes(view, count) {
  const body = { path: view.group?.path ?? "/", count, session_timeout: view.chosen.timeout };
  return startBy(view, count, `start-${count}`, "groups", body);
}

export function askToForget(view) {
  const node = chosenNode(view);
  const why = whyNotForget(node);
  if (why) view.actions.toast(why);
  else view.choose({ node: node.id, dialog: "forget-node" });
}

function whyNotForget(node) {
  if (!node) return "Choose a node that is down: its entry can be deleted";
  const isDown = !node.live && node.standing === "down" && node.process !== "paused";
  return isDown ? null : `${node.id} is not down: only a node that is down can be forgotten`;
}

export const controls = { starts: (view) => counts(view, START, "nodes", (count) => startNodes(view, count)), more: Again };

function Again(view) {
  const { page } = view;
  const node = restartable(view);
  const why = whyNotRestart(node);
  const chosen = chosenNode(view);
  return html`
    <${Do} page=${page} name="restart" testid="members-restart" why=${why} run=${() => restart(view)}
      title=${`restart ${node?.id}: a new process under the same name; it waits until the old session ends`}>restart${why ? "" : ` ${node.id}`}<//>
    <${Do} page=${page} name="restart" testid="members-replace" why=${why} run=${() => restart(view, true)}
      title=${`restart ${node?.id}, and let it replace the live znode of its last process, which has ended`}>and replace<//>
    <${Do} page=${page} name="forget" testid="members-forget" run=${() => askToForget(view)} why=${whyNotForget(chosen)}
      title=${`forget ${chosen?.id}: delete its entry in all_nodes`}>forget<//>
  `;
}
