// The nodes of a bookshelf, as the view needs them; every fact of them is the state document's.
import { running } from "../../format.js";

// A merge patch takes away what it sets to null: what may be missing is null here.
const NOTHING = Object.fromEntries(
  "entry znode address books checksum epoch store reason of since candidate session process belief fault fault_at session_ends timeout_ms rank"
    .split(" ")
    .map((key) => [key, null]),
);

/** In the order in which people count: n2 before n10. */
export function nodesOf(shelf) {
  const nodes = Object.entries(shelf?.nodes ?? {}).map(([id, node]) => ({ ...NOTHING, last: [], ...node, id }));
  return nodes.sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
}

export function candidatesOf({ shelf }) {
  return nodesOf(shelf).map(({ candidate }) => candidate).filter(Boolean);
}

/** The node of the chosen candidate, else the node that was chosen itself; null for nobody. */
export function chosenNode({ shelf, chosen }) {
  const nodes = nodesOf(shelf);
  const byCandidate = chosen.candidate && nodes.find(({ candidate }) => candidate === chosen.candidate);
  return byCandidate || (nodes.find(({ id, candidate }) => id === chosen.book_node && !candidate) ?? null);
}

/** Whom kill, freeze … mean while nobody is chosen: by the order of the election. */
export function roles({ shelf }) {
  const queue = nodesOf(shelf).filter(({ rank }) => rank !== null).sort((a, b) => a.rank - b.rank);
  const held = (role, node) => ({ role, id: node?.candidate ?? null, label: node?.id });
  return [held("leader", queue[0]), held("next", queue[1]), held("last", queue.length > 1 ? queue.at(-1) : null)];
}

/** Whom restart means: the chosen node, else the one that ended last. */
export function restartable(view) {
  const chosen = chosenNode(view);
  if (chosen) return chosen;
  const ended = nodesOf(view.shelf).filter((node) => whyNotRestart(node) === null);
  return ended.sort((a, b) => (a.fault_at ?? 0) - (b.fault_at ?? 0)).at(-1) ?? null;
}

/** Why a node cannot be started again, or null. */
export function whyNotRestart(node) {
  if (!node) return "No node is down";
  if (node.process === "running") return `${node.id} runs already, as ${node.candidate}`;
  if (node.process === "paused") return `${node.id} is frozen: wake it, or kill it first`;
  return null;
}

export function whyNotWipe(node) {
  return whyNotRestart(node) && (node ? `${node.id} has a process: only the disk of a node that is down can be lost` : "No node is down");
}

/** Where a book goes in: at the chosen node, else at the leader. */
export function entryNode(view) {
  return chosenNode(view)?.id ?? view.shelf?.leader ?? nodesOf(view.shelf).find(({ process }) => process === "running")?.id ?? null;
}

const TONES = { leading: "lead", "in sync": "wait", "catching up": "behind", registering: "new", fading: "dead", stale: "false", down: "dead" };

export function toneOf({ process, standing, state }, leads) {
  if (process === "exited" || standing === "down") return "dead";
  if (process === "paused") return state === "leading" && !leads ? "false" : "frozen";
  if (state === "leading" && !leads) return "false";
  return TONES[standing] ?? "wait";
}

const FAULTS = { kill: "killed", stop: "left", expire: "expired", exit: "ended" };

/** What its process is and believes, in a word or two. */
export function processWords(node, leads) {
  const { process, state, fault, belief, live } = node;
  if (process === "exited") return FAULTS[fault] ?? "ended";
  if (process === null) return live ? "elsewhere" : "no process";
  if (process === "paused") return state === "leading" ? "frozen, believes it leads" : "frozen";
  if (belief === "suspended") return "no connection";
  if (state === "leading") return leads ? "leads" : "believes it leads";
  return { "in sync": "follows", registering: "registers" }[state] ?? state;
}

/** Where it stands in the election. */
export function rankWords({ rank }) {
  if (rank === null) return "no znode";
  return rank === 0 ? "lowest" : rank === 1 ? "next" : `${rank + 1}th`.replace("3th", "3rd");
}

/** The part of its session that is left once no heartbeats arrive; null while they do. */
export function shareLeft({ live, session_ends: ends, timeout_ms: timeout, standing }, now) {
  if (!live || ends === null || !timeout || standing !== "fading") return null;
  return Math.min(1, Math.max(0, ((ends - now) * 1000) / timeout));
}

export function leftWords({ session_ends: ends }, now) {
  return ends === null ? "session runs out" : `ends in ${running(ends - now)}`;
}

/** The same books as the leader: same, other, or null where nobody can say. */
export function comparison(node, shelf) {
  const leader = shelf.nodes[shelf.leader ?? ""];
  if (!leader?.checksum || !node.checksum) return null;
  return leader.checksum === node.checksum ? "same" : "other";
}

/** The sentence a screen reader or a pointer gets. */
export function describe(node, shelf, now) {
  const leads = shelf.leader === node.id;
  const same = comparison(node, shelf);
  return [
    `${node.id}: ${processWords(node, leads)}`,
    node.books === null ? null : `${node.books} books`,
    same && !leads ? (same === "same" ? "the same as the leader's" : "not those of the leader") : null,
    node.in_sync ? "in sync" : `not in sync${node.reason ? `: ${node.reason}` : ""}`,
    node.live ? (node.standing === "fading" ? leftWords(node, now) : "live") : "not live",
    node.candidate ? `process ${node.candidate}` : null,
    node.address ? `serves at ${node.address}` : null,
  ].filter(Boolean).join(", ");
}
