// The looks of a column, in words and tones; they only word what the state document says.
import { shortZnode, spelt } from "../../format.js";
import { PARENT } from "../../paths.js";

/** The beliefs of being at the head of the queue, and the words for each. */
const HEADS = {
  leading: { is: "leads", thinks: "thinks it leads", believes: "believes it leads", ends: "steps down" },
  holding: { is: "holds it", thinks: "thinks it holds", believes: "believes it holds it", ends: "lets go" },
};
export const isHead = (belief) => Object.hasOwn(HEADS, belief ?? "");
const FAULT_WORDS = { kill: "killed", stop: "stopped", pause: "frozen", expire: "expired" };

/** Return dead · frozen · false (believes it leads, but does not) · lead · new · lost · behind · foreign · wait. */
export function toneOf(column) {
  const { candidate, entry, ghost } = column;
  const process = candidate?.process ?? entry?.process;
  if (process === "exited") return "dead";
  if (isPending(column)) return "wait";
  if (isHead(beliefOf(column)) && (ghost || entry?.truth !== "leader")) return "false";
  if (process === "paused") return "frozen";
  if (process === "foreign") return "foreign";
  return { leading: "lead", holding: "lead", working: "lead", joining: "new", suspended: "lost", gone: "lost", behind: "behind" }[beliefOf(column)] ?? "wait";
}

function beliefOf({ candidate, entry }) {
  return candidate?.belief ?? entry?.belief ?? "unknown";
}

/** Tell whether its znode has just ended, and what it believes since then is still held back: see pace.js. */
function isPending(column) {
  const { candidate, pending } = column;
  return pending && isHead(beliefOf(column)) && candidate?.process === "running" && candidate.fault?.kind !== "expire";
}

export function isFrozen({ candidate, entry }) {
  return (candidate?.process ?? entry?.process) === "paused";
}

/** Tell whether the servers no longer list a connection of another program's session. */
export const isUnheard = ({ id, entry }) => id === null && typeof entry?.unheard === "number";

/** Return when ZooKeeper ends the session at the latest; null while heartbeats arrive. */
export function sessionEnds({ entry, ghost }) {
  return ghost ? null : (entry?.session_ends ?? null);
}

/** Return alive: heartbeats arrive · unobserved: another program's, not seen here · broken: none arrive · ended · kept: only its znode has. */
export function sessionOf(column) {
  const { candidate, entry, ghost } = column;
  if (ghost) return goesOn(column) ? "kept" : "ended";
  if (!entry)
    return candidate?.session && !isFrozen(column) && candidate.process !== "exited" ? "alive" : "ended";
  if (sessionEnds(column) !== null || isFrozen(column) || candidate?.process === "exited") return "broken";
  if (isUnheard(column)) return "broken";
  if (beliefOf(column) === "suspended") return "broken";
  return candidate ? "alive" : "unobserved";
}

/** Tell whether its process has only deleted its znode, and keeps its session: it has let a lock go, or resigned. */
function goesOn(column) {
  const { candidate, entry } = column;
  if (candidate?.process !== "running" || !entry.session || candidate.session !== entry.session) return false;
  const isUnaware = candidate.belief === "suspended" || ["expire", "pause"].includes(candidate.fault?.kind);
  return !isUnaware && (isPending(column) || !isHead(beliefOf(column)));
}

/** Return why an entry's name is not known, null where it is. narrow: there is only room for one word. */
export function withheldWords({ hidden, unread }, narrow = false) {
  if (hidden) return narrow ? "hidden" : "hidden by its ACL";
  return unread ? (narrow ? "unread" : "not read yet") : null;
}

/** Word a belief. narrow: there is only room for one word. */
export function beliefWords(column, leader, narrow = false) {
  const { id, candidate, entry } = column;
  const tone = toneOf(column);
  if (tone === "dead")
    return `${id ?? ""} ${FAULT_WORDS[candidate?.fault?.kind ?? entry?.fault] ?? "ended"}`.trim();
  const head = HEADS[beliefOf(column)];
  if (isPending(column)) return head.ends;
  if (tone === "false") return narrow ? head.thinks : head.believes;
  if (tone === "frozen") return head && !narrow ? `frozen, ${head.is}` : "frozen";
  if (tone === "foreign") return withheldWords(entry, narrow) ?? entry.name;
  if (tone === "lost") return beliefOf(column) === "gone" ? "leaving" : narrow ? "cut off" : "no connection";
  if (tone === "wait" && !column.ghost && entry?.truth === "leader") return "its turn";
  if (tone === "wait" && leader && entry?.watches === leader) return narrow ? "next" : "waits, next";
  if (beliefOf(column) === "idle") return candidate?.step === "give up" ? "gave up" : "idle";
  if (beliefOf(column) === "working") return "works";
  return { lead: head?.is, new: "joining", wait: "waits", behind: "sits out" }[tone];
}

/** Return what is known of it, in words: its name, what it believes, what it watches, and all else. nameOf(znode): whose it is; leader: the leader's. */
export function partsOf(column, nameOf = shortZnode, leader = null) {
  const { id, candidate, entry } = column;
  const parts = [id ?? entry?.name ?? "a candidate started elsewhere", beliefWords(column, leader)];
  const watches = entry ? !column.ghost && entry.watches : candidate?.watches;
  if (watches) parts.push(`watches ${watches === PARENT ? "the list of children" : nameOf(watches)}`);
  if (isUnheard(column)) parts.push("no server lists its connection");
  if (candidate) parts.push(candidate.pid ? `process ${candidate.pid} ${candidate.process}` : "no process yet", `belief ${candidate.belief}`);
  if (entry)
    parts.push(
      `znode ${entry.label}${column.ghost ? " is deleted" : ""}`,
      `truth ${column.ghost ? "gone" : (entry.truth ?? "not known")}`,
    );
  else parts.push("has no znode");
  if (candidate?.belief === "behind") parts.push(versionWords(candidate));
  return parts;
}

/** Say why it sits out. */
export function versionWords({ data }) {
  return data ? `data ${data.version} of ${data.newest}` : "old data";
}

export const EVIDENCE = {
  wire: "seen in the protocol (wire)",
  server: "listed by the server",
  reported: "reported by the candidate",
  inferred: "inferred from the order alone",
};

/** Shorten a label: "n_0000000003" is too wide for a long chain; the last digits tell znodes apart. room: in letters. */
export function znodeLabel({ label: name, mode }, room) {
  const label = spelt(name);
  if (label.length <= room) return label;
  if (mode && room >= mode.length + 5) return `${mode} ${label.slice(-4)}`;
  return room >= 8 ? ends(label, Math.floor(room)) : label.slice(-4);
}

function ends(name, room) {
  const text = spelt(name);
  return `${text.slice(0, Math.max(2, room - 5))}…${text.slice(-4)}`;
}

/** Shorten a name: a program's own keeps its beginning; a name with its znode's label keeps its end too, which tells it from the others. */
export function fittedName({ name, label }, room) {
  return name.length > room && name.includes(label) ? ends(name, room) : fitted(name, room);
}

export function fitted(name, room) {
  const text = spelt(name);
  return text.length <= room ? text : `${text.slice(0, Math.max(3, room - 1))}…`;
}
