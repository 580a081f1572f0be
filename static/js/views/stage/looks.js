// What a column looks like, in words and tones. Only words for what the state document says.
import { shortZnode } from "../../format.js";
import { PARENT } from "./strategies.js";

/** At the head of the queue by its own belief, and what that is called. */
const HEADS = {
  leading: { is: "leads", thinks: "thinks it leads", believes: "believes it leads" },
  holding: { is: "holds it", thinks: "thinks it holds", believes: "believes it holds it" },
};
export const isHead = (belief) => Object.hasOwn(HEADS, belief ?? "");
const FAULT_WORDS = { kill: "killed", stop: "stopped", pause: "frozen", expire: "expired" };

/** dead · frozen · false (believes it leads and does not) · lead · new · lost · behind · foreign · wait */
export function toneOf(column) {
  const { candidate, entry, ghost } = column;
  const process = candidate?.process ?? entry?.process;
  if (process === "exited") return "dead";
  if (isHead(beliefOf(column)) && (ghost || entry?.truth !== "leader")) return "false";
  if (process === "paused") return "frozen";
  if (process === "foreign") return "foreign";
  return { leading: "lead", holding: "lead", working: "lead", joining: "new", suspended: "lost", gone: "lost", behind: "behind" }[beliefOf(column)] ?? "wait";
}

function beliefOf({ candidate, entry }) {
  return candidate?.belief ?? entry?.belief ?? "unknown";
}

export function isFrozen({ candidate, entry }) {
  return (candidate?.process ?? entry?.process) === "paused";
}

/** Of another program: whether the servers list no connection of its session any more. */
export const isUnheard = ({ id, entry }) => id === null && typeof entry?.unheard === "number";

/** When ZooKeeper ends the session at the latest, or null while heartbeats arrive. */
export function sessionEnds({ entry, ghost }) {
  return ghost ? null : (entry?.session_ends ?? null);
}

/** alive: heartbeats run along it · unobserved: another program's, nobody here sees them · broken: none arrive · ended */
export function sessionOf(column) {
  const { candidate, entry, ghost } = column;
  if (ghost) return "ended";
  if (!entry)
    return candidate?.session && !isFrozen(column) && candidate.process !== "exited" ? "alive" : "ended";
  if (sessionEnds(column) !== null || isFrozen(column) || candidate?.process === "exited") return "broken";
  if (isUnheard(column)) return "broken";
  if (beliefOf(column) === "suspended") return "broken";
  return candidate ? "alive" : "unobserved";
}

/** `narrow`: there is room for a word only. */
export function beliefWords(column, leader, narrow = false) {
  const { id, candidate, entry } = column;
  const tone = toneOf(column);
  if (tone === "dead")
    return `${id ?? ""} ${FAULT_WORDS[candidate?.fault?.kind ?? entry?.fault] ?? "ended"}`.trim();
  const head = HEADS[beliefOf(column)];
  if (tone === "false") return narrow ? head.thinks : head.believes;
  if (tone === "frozen") return head && !narrow ? `frozen, ${head.is}` : "frozen";
  if (tone === "foreign") return entry.hidden ? (narrow ? "hidden" : "hidden by its ACL") : entry.name;
  if (tone === "lost") return beliefOf(column) === "gone" ? "leaving" : narrow ? "cut off" : "no connection";
  if (tone === "wait" && leader && entry?.watches === leader) return narrow ? "next" : "waits, next";
  if (beliefOf(column) === "idle") return candidate?.step === "give up" ? "gave up" : "idle";
  if (beliefOf(column) === "working") return "works";
  return { lead: head?.is, new: "joining", wait: "waits", behind: "sits out" }[tone];
}

/** The sentence a screen reader or a pointer gets. */
export function describe(column) {
  const { id, candidate, entry } = column;
  const parts = [`${id ?? entry?.name ?? "a candidate started elsewhere"}: ${beliefWords(column)}`];
  if (isUnheard(column)) parts.push("no server lists its connection");
  if (candidate) parts.push(`process ${candidate.pid} ${candidate.process}`, `belief ${candidate.belief}`);
  if (entry)
    parts.push(
      `znode ${entry.label}${column.ghost ? " is deleted" : ""}`,
      `truth ${column.ghost ? "gone" : (entry.truth ?? "not known")}`,
    );
  else parts.push("has no znode");
  if (candidate?.belief === "behind") parts.push(versionWords(candidate));
  const watches = entry ? !column.ghost && entry.watches : candidate?.watches;
  if (watches) parts.push(`watches ${watches === PARENT ? "the list of children" : shortZnode(watches)}`);
  return parts.join(", ");
}

/** Why it sits out. */
export function versionWords({ data }) {
  return data ? `data ${data.version} of ${data.newest}` : "old data";
}

export const EVIDENCE = {
  wire: "seen in the protocol (wire)",
  server: "listed by the server",
  reported: "reported by the candidate",
  inferred: "inferred from the order alone",
};

/** "n_0000000003" is too wide for a long chain; its last digits tell znodes apart. */
export function znodeLabel({ label, mode }, width, unit) {
  const room = width / (7.6 * unit);
  if (label.length <= room) return label;
  if (mode && room >= mode.length + 5) return `${mode} ${label.slice(-4)}`;
  return room >= 8 ? ends(label, Math.floor(room)) : label.slice(-4);
}

function ends(text, room) {
  return `${text.slice(0, Math.max(2, room - 5))}…${text.slice(-4)}`;
}

/** A name that a program has chosen keeps its beginning; one with its znode's label keeps the end too, which tells it from the others. */
export function fittedName({ name, label }, room) {
  return name.length > room && name.includes(label) ? ends(name, room) : fitted(name, room);
}

export function fitted(text, room) {
  return text.length <= room ? text : `${text.slice(0, Math.max(3, room - 1))}…`;
}
