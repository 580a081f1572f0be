// The nodes of a group, as the view needs them; every fact comes from the state document.
/** @import { Group, NodeState } from "../../state.js" */
import { milliseconds, running } from "../../format.js";
import { chosenAmong, counted, nulls, whyNotRestart } from "../../kit/nodes.js";

const NEW_FOR_S = 20;
const BACK_FOR_S = 30;

// A merge patch removes the keys that it sets to null: a key that may be missing is null here.
const NOTHING = nulls("entry info registered_at since was_down_ms candidate holder session process belief fault fault_at session_ends timeout_ms read");

/** @type {(group: Group) => Array<NodeState & {id: string}>} */
export const nodesOf = (group) => counted(group?.nodes, NOTHING);

export function candidatesOf({ group }) {
  return nodesOf(group).map(({ candidate }) => candidate).filter(Boolean);
}

export const chosenNode = ({ group, chosen }) => chosenAmong(nodesOf(group), "node", chosen);

/** Return the nodes that kill, freeze … act on while nobody is chosen. */
export function roles({ group }) {
  const live = nodesOf(group).filter(({ live }) => live).sort((a, b) => (a.since ?? 0) - (b.since ?? 0));
  const held = (role, node) => ({ role, id: node?.candidate ?? null, label: node?.id });
  return [held("newest", live.at(-1)), held("oldest", live[0])];
}

/** Return the node that restart acts on: the chosen one, else the last that went down; none that runs elsewhere. */
export function restartable(view) {
  const chosen = chosenNode(view);
  if (chosen) return chosen;
  const ended = nodesOf(view.group).filter((node) => whyNotRestart(node) === null && !(node.live && node.process === null));
  return ended.sort((a, b) => endedAt(a) - endedAt(b)).at(-1) ?? null;
}

function endedAt({ fault_at: fault, since }) {
  return Math.max(fault ?? 0, since ?? 0);
}

export function runningOut({ live, session_ends: ends, standing }) {
  return live && ends !== null && standing !== "live" ? ends : null;
}

/** Return the state of its live znode, in a word or two. held: whether no server ends a session now. */
export function standingWords(node, now, held = false) {
  const left = runningOut(node);
  const runs = held ? ", held" : left === null ? "" : ` ${running(left - now)}`;
  const words = { live: "live", fading: held ? "held" : `ends in${runs || " a while"}`, ghost: `ghost${runs}`, joining: "not yet", down: "gone" };
  return words[node.standing] ?? node.standing;
}

/** Say for how long, if the dashboard saw the beginning. */
export function sinceWords(node, now) {
  if (node.since === null) return { live: "up, for an unknown time", down: "down, for an unknown time" }[node.standing] ?? "";
  if (node.standing === "ghost") return `held by ${node.holder ?? "an earlier session"}`;
  const time = running(now - node.since);
  if (node.standing === "down") return `down for ${time}`;
  return node.live ? `${node.standing === "fading" ? "listed" : "up"} for ${time}` : "";
}

/** Return the mark beside the name: "new", "was down 12.0 s". */
export function markOf(node, now) {
  if (!node.live) return null;
  if (node.is_new && now - node.registered_at < NEW_FOR_S) return "new";
  if (node.was_down_ms !== null && now - node.since < BACK_FOR_S) return `was down ${milliseconds(node.was_down_ms)}`;
  return null;
}

/** Return the sentence of a tooltip, which a screen reader reads after the name. */
export function describe(node, now, held) {
  const parts = [
    `${node.id}: ${node.words}`,
    `live znode ${node.live ? standingWords(node, now, held) : "none"}`,
    node.candidate ? `process ${node.candidate}` : null,
    node.session ? `session ${node.session}` : null,
    node.read?.words,
  ];
  return parts.filter(Boolean).join(", ");
}
