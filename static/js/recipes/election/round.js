// The last handoffs of an election: fault → deleted → notified → leading → acknowledged.
import { hexZxid, milliseconds, plural, shortZnode, shortened } from "../../format.js";
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { panel } from "../../kit/panel.js";
import { Slowed, StartUnknown } from "../../kit/parts.js";
import { endOf, passageOf, phasesOf } from "./phases.js";
import { isLed } from "./shapes.js";

const UNSEEN = "not observed";
const LONGEST_NAME = 20;
const ENDED_AT_ONCE = { stop: "deletes its znode", resign: "deletes its znode", behind: "deletes its znode", expire: "session ended", deleted: "znode deleted" };
const STARTS = { fault: "the fault", mark: "the mark", lost: "the lost connection", deleted: "the deletion" };
const WORDS = { // phase → as it is drawn, in full, what it ends with, its tone
  deleted: [null, null, "the znode was gone", "dead"],
  next: ["next comes", "next one comes", "the next one came"],
  notified: ["told", "notified", "the next one was notified"],
  leading: ["leads", "leads", "it led", "lead"],
  acknowledged: ["acked", "acknowledged", "its leadership was acknowledged"],
};

export const Round = panel(Handoffs, ({ state, election, slowed }) => {
  const { handoff, last_handoff: last, vacant, handoffs: count, work, chain } = election ?? {};
  return [chain?.length > 0, handoff, last, vacant, count, work?.gaps, slowed, state.candidates[handoff?.from]?.session_ends, state.read_only];
});

function Handoffs({ state, election, clock, slowed }) {
  if (!election || !isLed(election)) return null;
  const { handoff: running, last_handoff: last, earlier_handoffs: earlier = [], vacant } = election;
  const all = [running, last, ...earlier].filter(Boolean);
  const facts = all.length > 0 && html`<${Facts} handoff=${all[0]} election=${election} slowed=${slowed} />`;
  return html`<${LastRound} word="handoff" count=${election.handoffs} testid="handoff" state=${state} clock=${clock} empty=${vacant ? "A leader has ended, and nobody has followed it." : "No handoff yet."} invites=${!vacant && invitation(election)}
    roundsOf=${(now) => all.map((handoff, index) => ({ ...roundOf(handoff, now, state), facts: index ? null : facts }))} />`;
}

const invitation = ({ chain, itself, denied }) => (chain.length ? "Kill the leader." : !itself && !denied && "Start five candidates.");

/** Return one handoff as a round, as kit/last_round.js draws it. */
export function roundOf(handoff, now, state) {
  const ended = endOf(handoff);
  const [before, after] = [nameOf(handoff, "from"), nameOf(handoff, "to")];
  const dies = state.candidates[handoff.from]?.session_ends;
  return {
    of: handoff.from_znode,
    who: html`<bdi title=${before}>${shortened(before, LONGEST_NAME)}</bdi> → <bdi title=${after}>${shortened(after, LONGEST_NAME)}</bdi>`,
    what: ended,
    ears: `${before} → ${after}, ${ended}`,
    phases: phasesOf(handoff, now).map((phase) => inWords(phase, handoff)),
    least: dies && handoff.at?.fault ? (dies - handoff.at.fault) * 1000 : 0,
  };
}

function inWords(phase, handoff) {
  const [name, title, until, tone] = WORDS[phase.phase];
  const how = name ?? endWord(handoff);
  return { ...phase, name: how, title: title ?? how, until, tone, toCome: phase.ms === undefined && !phase.unseen };
}

function nameOf(handoff, end) {
  return handoff[`${end}_name`] ?? (shortZnode(handoff[`${end}_znode`]) || (end === "to" && handoff.phases_ms ? "nobody" : "nobody yet"));
}

function endWord(handoff) {
  if (handoff.mark) return "mark to deletion";
  if (handoff.phases_from === "lost") return "connection lost to deletion";
  if (!handoff.fault || handoff.fault === "deleted") return "fault to deletion";
  return ENDED_AT_ONCE[handoff.ended ?? handoff.fault] ?? "session runs out";
}

/** Say what else is known of the handoff; a title is written out in the sheet. */
function Facts({ handoff, election, slowed }) {
  return html`
    ${handoff.phases_from === "deleted" && !handoff.fault && html`<${StartUnknown} path=${election.path} />`}
    ${!election.handoff && html`<span data-testid="handoff-cost">${costOf(handoff)}</span>`}
    <${Transaction} ...${handoff} />
    <${Heard} ...${handoff} />
    <${Watched} ...${handoff} />
    <${Slowed} slowed=${slowed} path=${election.path} znode=${handoff.from_znode} />
    ${!election.handoff && html`<${Passage} election=${election} />`}
  `;
}

/** Say when the heir led, and why the gap in the leader's work is longer than the handoff. */
function Passage({ election }) {
  const passage = passageOf(election);
  if (!passage) return null;
  const { name, led, ms, from, gap } = passage;
  const told = `${name} led ${milliseconds(led)} after ${STARTS[from]}; its acknowledgement, ${milliseconds(ms - led)} later, ended the handoff.`;
  const longer = gap === null ? "" : ` The last gap in the leader's work, ${milliseconds(gap)}, is longer: the old leader's last number came before the fault, and the new one reads the count before its first.`;
  return html`<span data-testid="handoff-numbers">${told}${longer}</span>`;
}

/** Show when the servers' lists of connections last listed the old leader as heard. */
function Heard({ heard, heard_ms: ms, from }) {
  if (from || typeof ms !== "number") return null;
  return html`<span data-testid="handoff-heard"
    title=${`${heard.server ?? "A server"} listed when it last heard this session (cons)`}>last heard ${milliseconds(ms)} before, as listed</span>`;
}

/** Show who watched, as the servers listed it: they are asked if the heir does not report what it was told. */
function Watched({ watched, watched_after: after, to, to_znode: heir }) {
  if (to || !heir) return null;
  return html`
    <span data-testid="handoff-watched" title="According to the servers' lists: watches on znodes, not on lists of children">${
      watched ? `was watched by ${listed(watched)}` : "its watchers are not known"
    }</span>
    ${after && html`<span>now watched by ${listed(after)}</span>`}
  `;
}

function listed({ names = [], others, complete }) {
  const known = names.map((name) => shortened(name, LONGEST_NAME));
  if (others) known.push(`${plural(others, "session")} not known by name`);
  if (known.length) return known.join(", ");
  return complete ? "nobody, according to the servers' lists" : "nobody, according to the known lists";
}

/** Show which transaction fired the notifications, as ZooKeeper says since 3.9. */
function Transaction({ zxids, earlier = [], proven = 0, notifications = 0 }) {
  if (!notifications) return null;
  if (!zxids?.deleted) return html`<span data-testid="handoff-zxid" data-zxid=""
    title="Matched by the znode's name: no event tells which change this was">zxid not known</span>`;
  const all = proven === notifications;
  const deletions = [...earlier, zxids.deleted].map(hexZxid).join(" and ");
  const words = `${all ? "" : `${proven} of ${notifications} `}fired by zxid ${deletions}`;
  return html`<span data-testid="handoff-zxid" data-zxid=${zxids.deleted} data-proven=${proven}
    title="The notification says which change fired it: the deletion of the znode, in exactly this transaction">${words}</span>`;
}

/** Say what it took, as the candidates report; if all were woken, this is their sum. */
function costOf(handoff) {
  if (!handoff.counted) return `notifications, reads and writes ${UNSEEN}`;
  return `${handoff.counted === "ours" ? "ours only: " : ""}${sumOf(handoff)} to lead`;
}

function sumOf({ notifications = 0, again = 0, reads = 0, writes = 0, creates = 0, failed = 0 }) {
  const told = again ? `${plural(notifications, "notification")} and ${again} again` : plural(notifications, "notification");
  const created = creates ? ` (${plural(creates, "create")}, of which ${failed} failed)` : "";
  return `${told}, ${plural(reads, "read")} and ${plural(writes, "write")}${created}`;
}
