// The nodes of a bookshelf, as the view needs them; every fact comes from the state document.
/** @import { ShelfNode, ShelfState } from "../../state.js" */
import { nth, running } from "../../format.js";
import { chosenAmong, counted, nulls, whyNotRestart } from "../../kit/nodes.js";
import { shareLeft as share } from "../../kit/session.js";

// A merge patch removes the keys that it sets to null: a key that may be missing is null here.
const NOTHING = {
  ...nulls("entry znode address books checksum epoch store reason of since candidate session process belief fault fault_at session_ends timeout_ms rank"),
  last: [],
};

/** @type {(shelf: ShelfState) => Array<ShelfNode & {id: string}>} */
export const nodesOf = (shelf) => counted(shelf?.nodes, NOTHING);
export const hasNodes = ({ shelf }) => nodesOf(shelf).length > 0;

export function candidatesOf({ shelf }) {
  return nodesOf(shelf).map(({ candidate }) => candidate).filter(Boolean);
}

export const chosenNode = ({ shelf, chosen }) => chosenAmong(nodesOf(shelf), "book_node", chosen);

/** Return the nodes that kill, freeze … act on while nobody is chosen, by the order of the election. */
export function roles({ shelf }) {
  const queue = nodesOf(shelf).filter(({ rank }) => rank !== null).sort((a, b) => a.rank - b.rank);
  const held = (role, node) => ({ role, id: node?.candidate ?? null, label: node?.id });
  return [held("leader", queue[0]), held("next", queue[1]), held("last", queue.length > 1 ? queue.at(-1) : null)];
}

/** Return the node that restart acts on: the chosen one, else the one that ended last. */
export function restartable(view) {
  const chosen = chosenNode(view);
  if (chosen) return chosen;
  const ended = nodesOf(view.shelf).filter((node) => whyNotRestart(node) === null);
  return ended.sort((a, b) => (a.fault_at ?? 0) - (b.fault_at ?? 0)).at(-1) ?? null;
}

export function whyNotWipe(node) {
  return whyNotRestart(node) && (node ? `${node.id} has a process: only the disk of a node that is down can be lost` : "No node is down");
}

/** Return the node that takes a book: the chosen one, else the leader, else one that runs. */
export function entryNode(view) {
  const nodes = nodesOf(view.shelf);
  return chosenNode(view) ?? serving(view) ?? nodes.find(({ process }) => process === "running") ?? null;
}

/** Return the node that leads, and can take writes; null if there is none. */
export function serving({ shelf }) {
  return nodesOf(shelf).find(({ id, standing }) => id === shelf.leader && standing === "leading") ?? null;
}

/** Say why a node cannot be asked for a book; null if it can. */
export function whyNotAdd(view, node = entryNode(view)) {
  if (!node) return "No node runs: start three";
  if (node.process === "exited" || node.standing === "down") return `${node.id} is down: it takes no book`;
  return serving(view) ? null : "Nobody leads now: no node takes a book before one leads";
}

/** Say which place it has in the election. */
export function rankWords({ rank }) {
  if (rank === null) return "none";
  return rank === 0 ? "lowest" : rank === 1 ? "next" : nth(rank + 1);
}

/** Return the share of its session that is left once no heartbeats arrive; null while they do. */
export function shareLeft({ live, session_ends: ends, timeout_ms: timeout, standing }, now) {
  return live && timeout && standing === "fading" ? share(timeout, ends, now) : null;
}

export function leftWords({ session_ends: ends }, now, held) {
  if (held) return "session held";
  return ends === null ? "session runs out" : `ends in ${running(ends - now)}`;
}

/** Compare its books with the leader's: same, other, or null if nobody can say. */
export function comparison(node, shelf) {
  const leader = shelf.nodes[shelf.leader ?? ""];
  if (!leader?.checksum || !node.checksum) return null;
  return leader.checksum === node.checksum ? "same" : "other";
}

/** Tell whether it can store nothing: it is dead, frozen or cut off. */
export const isAway = ({ standing }) => ["fading", "stale", "down"].includes(standing);

/** Return the sentence of a tooltip, which a screen reader reads after the name. */
export function describe(node, shelf, now, held) {
  const leads = shelf.leader === node.id;
  const same = comparison(node, shelf);
  return [
    `${node.id}: ${node.words}`,
    node.books === null ? null : `${node.books} books`,
    same && !leads ? (same === "same" ? "the same as the leader's" : "not the leader's") : null,
    node.in_sync ? (isAway(node) ? "still listed in sync" : "in sync") : `not in sync${node.reason ? `: ${node.reason}` : ""}`,
    node.live ? (node.standing === "fading" ? leftWords(node, now, held) : "live") : "not live",
    node.candidate ? `process ${node.candidate}` : null,
    node.address ? `serves at ${node.address}` : null,
  ].filter(Boolean).join(", ");
}
