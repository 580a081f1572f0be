// What a column looks like, in words and tones. Only words for what the state document says.
import { shortZnode } from "../../format.js";

const FAULT_WORDS = { kill: "killed", stop: "stopped", pause: "frozen", expire: "expired" };

/** dead · frozen · false (believes it leads and does not) · lead · new · lost · foreign · wait */
export function toneOf(column) {
  const { candidate, entry, ghost } = column;
  const process = candidate?.process ?? entry?.process;
  if (process === "exited") return "dead";
  if (beliefOf(column) === "leading" && (ghost || entry?.truth !== "leader")) return "false";
  if (process === "paused") return "frozen";
  if (process === "foreign") return "foreign";
  return { leading: "lead", joining: "new", suspended: "lost", gone: "lost" }[beliefOf(column)] ?? "wait";
}

function beliefOf({ candidate, entry }) {
  return candidate?.belief ?? entry?.belief ?? "unknown";
}

export function isFrozen({ candidate, entry }) {
  return (candidate?.process ?? entry?.process) === "paused";
}

/** When ZooKeeper ends the session at the latest, or null while heartbeats arrive. */
export function sessionEnds({ entry, ghost }) {
  return ghost ? null : (entry?.session_ends ?? null);
}

/** alive: heartbeats run along it · broken: none arrive · ended · none */
export function sessionOf(column) {
  const { candidate, entry, ghost } = column;
  if (ghost) return "ended";
  if (!entry)
    return candidate?.session && !isFrozen(column) && candidate.process !== "exited" ? "alive" : "ended";
  if (sessionEnds(column) !== null || isFrozen(column) || candidate?.process === "exited") return "broken";
  return beliefOf(column) === "suspended" ? "broken" : "alive";
}

/** `narrow`: there is room for a word only. */
export function beliefWords(column, leader, narrow = false) {
  const { id, candidate, entry } = column;
  const tone = toneOf(column);
  if (tone === "dead")
    return `${id ?? ""} ${FAULT_WORDS[candidate?.fault?.kind ?? entry?.fault] ?? "ended"}`.trim();
  if (tone === "false") return narrow ? "thinks it leads" : "believes it leads";
  if (tone === "frozen") return beliefOf(column) === "leading" && !narrow ? "frozen, leads" : "frozen";
  if (tone === "foreign") return entry.about || "elsewhere";
  if (tone === "lost") return beliefOf(column) === "gone" ? "leaving" : narrow ? "cut off" : "no connection";
  if (tone === "wait" && leader && entry?.watches === leader) return narrow ? "next" : "waits, next";
  return { lead: "leads", new: "joining", wait: "waits" }[tone];
}

/** The sentence a screen reader or a pointer gets. */
export function describe(column) {
  const { id, candidate, entry } = column;
  const parts = [`${id ?? entry?.about ?? "a candidate started elsewhere"}: ${beliefWords(column)}`];
  if (candidate) parts.push(`process ${candidate.pid} ${candidate.process}`, `belief ${candidate.belief}`);
  if (entry)
    parts.push(
      `znode ${entry.label}${column.ghost ? " is deleted" : ""}`,
      `truth ${column.ghost ? "gone" : entry.truth}`,
    );
  else parts.push("has no znode");
  if (entry?.watches && !column.ghost) parts.push(`watches ${shortZnode(entry.watches)}`);
  return parts.join(", ");
}

export const EVIDENCE = {
  wire: "seen in the protocol (wire)",
  server: "listed by the server",
  reported: "reported by the candidate",
  inferred: "inferred from the order alone",
};

/** "n_0000000003" is too wide for a long chain; its last digits tell znodes apart. */
export function znodeLabel({ label }, width, unit) {
  const room = width / (7.6 * unit);
  if (label.length <= room) return label;
  if (room >= 8) return `${label.slice(0, 2)}…${label.slice(-4)}`;
  return label.slice(-4);
}

export function fitted(text, room) {
  return text.length <= room ? text : `${text.slice(0, Math.max(3, room - 1))}…`;
}
