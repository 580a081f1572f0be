// The nodes of a group, as the view needs them; every fact of them is the state document's.
import { milliseconds, running } from "../../format.js";

const NEW_FOR_S = 20;
const BACK_FOR_S = 30;

// A merge patch takes away what it sets to null: what may be missing is null here.
const NOTHING = Object.fromEntries(
  "entry info registered_at since was_down_ms candidate holder session process belief fault fault_at session_ends timeout_ms read"
    .split(" ")
    .map((key) => [key, null]),
);

/** In the order in which people count: n2 before n10. */
export function nodesOf(group) {
  const nodes = Object.entries(group?.nodes ?? {}).map(([id, node]) => ({ ...NOTHING, ...node, id }));
  return nodes.sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
}

export function candidatesOf({ group }) {
  return nodesOf(group).map(({ candidate }) => candidate).filter(Boolean);
}

/** The node of the chosen candidate, else the node that was chosen itself; null for nobody. */
export function chosenNode({ group, chosen }) {
  const nodes = nodesOf(group);
  const byCandidate = chosen.candidate && nodes.find(({ candidate, holder }) => [candidate, holder].includes(chosen.candidate));
  return byCandidate || (nodes.find(({ id, candidate }) => id === chosen.node && !candidate) ?? null);
}

/** Whom kill, freeze … mean while nobody is chosen. */
export function roles({ group }) {
  const live = nodesOf(group).filter(({ live }) => live).sort((a, b) => (a.since ?? 0) - (b.since ?? 0));
  const held = (role, node) => ({ role, id: node?.candidate ?? null, label: node?.id });
  return [held("newest", live.at(-1)), held("oldest", live[0])];
}

/** Whom restart means: the chosen node, else the one that went down last; nobody who lives elsewhere. */
export function restartable(view) {
  const chosen = chosenNode(view);
  if (chosen) return chosen;
  const ended = nodesOf(view.group).filter((node) => whyNotRestart(node) === null && !(node.live && node.process === null));
  return ended.sort((a, b) => endedAt(a) - endedAt(b)).at(-1) ?? null;
}

function endedAt({ fault_at: fault, since }) {
  return Math.max(fault ?? 0, since ?? 0);
}

export function whyNotRestart(node) {
  if (!node) return "No node is down";
  if (node.process === "running") return `${node.id} runs already, as ${node.candidate}`;
  if (node.process === "paused") return `${node.id} is frozen: wake it, or kill it first`;
  return null;
}

export function runningOut({ live, session_ends: ends, standing }) {
  return live && ends !== null && standing !== "live" ? ends : null;
}

/** 1 when a session begins to run out, 0 when it ends. */
export function shareLeft({ session_ends: ends, timeout_ms: timeout }, now) {
  if (ends === null || !timeout) return 0;
  return Math.min(1, Math.max(0, ((ends - now) * 1000) / timeout));
}

/** Which of the tones of the page a node's process has. */
export function toneOf({ process, belief, standing, live }) {
  if (process === "exited") return "dead";
  if (process === "paused") return belief === "live" && !live ? "false" : "frozen";
  if (process === null) return standing === "live" ? "foreign" : "dead";
  if (belief === "live") return live ? "new" : "false";
  return { suspended: "lost", gone: "lost" }[belief] ?? "wait";
}

const FAULTS = { kill: "killed", stop: "left", pause: "frozen", expire: "expired", exit: "ended" };
const BELIEFS = { live: "believes: live", joining: "joining", waiting: "waits for its name", suspended: "no connection", gone: "leaving" };

export function processWords(node) {
  if (node.process === "exited") return FAULTS[node.fault] ?? "ended";
  if (node.process === "paused") return node.belief === "live" ? "frozen, believes: live" : "frozen";
  if (node.process === null) return node.live ? "elsewhere" : "no process";
  return BELIEFS[node.belief] ?? node.belief;
}

/** What its live znode is worth now, in a word or two. */
export function standingWords(node, now) {
  const left = runningOut(node);
  const runs = left === null ? "" : ` ${running(left - now)}`;
  const words = { live: "live", fading: `ends in${runs || " a while"}`, ghost: `ghost${runs}`, joining: "not yet", down: "gone" };
  return words[node.standing] ?? node.standing;
}

/** How long it has been so; "since" where the dashboard saw it begin. */
export function sinceWords(node, now) {
  if (node.since === null) return { live: "up, since when is not known", down: "down, since when is not known" }[node.standing] ?? "";
  if (node.standing === "ghost") return `held by ${node.holder ?? "an earlier session"}`;
  const time = running(now - node.since);
  if (node.standing === "down") return `down for ${time}`;
  return node.live ? `up for ${time}` : "";
}

/** A mark beside the name: "new", "was down 12.0 s". */
export function markOf(node, now) {
  if (!node.live) return null;
  if (node.is_new && now - node.registered_at < NEW_FOR_S) return "new";
  if (node.was_down_ms !== null && now - node.since < BACK_FOR_S) return `was down ${milliseconds(node.was_down_ms)}`;
  return null;
}

/** Where the list that this node read last is not the true one. */
export function beliefWords({ read }) {
  if (!read) return null;
  const parts = [
    read.extra.length ? `still counts ${list(read.extra)}` : null,
    read.missing.length ? `does not know ${list(read.missing)}` : null,
  ].filter(Boolean);
  return parts.length ? parts.join(", ") : null;
}

function list(names) {
  return names.length > 3 ? `${names.length} nodes` : names.join(" ");
}

/** The sentence a screen reader or a pointer gets. */
export function describe(node, now) {
  const parts = [
    `${node.id}: ${processWords(node)}`,
    `live znode ${node.live ? standingWords(node, now) : "none"}`,
    node.candidate ? `process ${node.candidate}` : null,
    node.session ? `session ${node.session}` : null,
    beliefWords(node),
  ];
  return parts.filter(Boolean).join(", ");
}
