// One handoff by phases: fault → deleted → notified → leading → acknowledged.
import { cut, hexZxid, milliseconds, plural, shortZnode } from "../../format.js";
import { html } from "../../html.js";
import { useTicks } from "../../kit/now.js";
import { Slowed } from "../../kit/slowed.js";
import { StartUnknown } from "../../kit/start_unknown.js";
import { Term } from "../../kit/term.js";
import { Compared } from "./handoff/compared.js";
import { PHASES, endOf, passageOf, phasesOf } from "./handoff/phases.js";

const SHOWN = 5;
const UNSEEN = "not observed";
const LONGEST_NAME = 32;
const ENDED_AT_ONCE = { stop: "deletes its znode", resign: "deletes its znode", behind: "deletes its znode", expire: "session ended", deleted: "znode deleted" };
const STARTS = { fault: "the fault", mark: "the mark", lost: "the lost connection", deleted: "the deletion" };
const WORDS = { next: "next one comes", notified: "notified", leading: "leads", acknowledged: "acknowledged" };

export function HandoffBar({ election, clock, slowed }) {
  const running = election?.handoff;
  useTicks(running ? 100 : null);
  const now = clock.now();
  const all = [running, election?.last_handoff, ...(election?.earlier_handoffs ?? [])].filter(Boolean).slice(0, SHOWN);
  const [shown] = all;
  const phases = shown ? phasesOf(shown, now) : PHASES.map((phase) => ({ phase }));
  return html`
    <div class="handoff" data-testid="handoff" data-running=${Boolean(running)}>
      <p class="handoff-title">
        ${shown && html`<${Title} handoff=${shown} running=${Boolean(running)} count=${election.handoffs} path=${election.path} />
          <${Slowed} slowed=${slowed} path=${election.path} znode=${shown.from_znode} />`}
        ${!shown && (election?.vacant ? "A leader has ended, and nobody has followed it." : "No handoff yet: it begins when a leader ends.")}
      </p>
      <ol class="phases">
        ${phases.map((phase) => html`<${Phase} key=${phase.phase} ...${phase} handoff=${shown} />`)}
      </ol>
      ${shown && html`<${Compared} all=${all} now=${now} />`}
    </div>
  `;
}

/** Say what is within the last handoff, and why the gap in the leader's work is longer. While another one runs this keeps its room. */
export function HandoffNumbers({ election }) {
  const passage = election && passageOf(election);
  if (!passage) return null;
  const { name, led, ms, from, gap } = passage;
  return html`
    <p class=${`handoff-numbers ${election.handoff ? "over" : ""}`} data-testid="handoff-numbers">${name} led <b class="number">${milliseconds(led)}</b> after ${STARTS[from]}; its acknowledgement, <b
      class="number">${milliseconds(ms - led)}</b> later, ended the handoff.${
        gap !== null &&
        html` The <${Term} text="last gap" /> in the leader's work, <b class="number">${milliseconds(gap)}</b>, is longer: the old leader's last number came
      before the fault, and the new one reads the count before its first.`
      }</p>
  `;
}

function Title({ handoff, running, count, path }) {
  const before = handoff.from_name ?? shortZnode(handoff.from_znode);
  const after = handoff.to_name ?? (handoff.to_znode ? shortZnode(handoff.to_znode) : running ? "nobody yet" : "nobody");
  return html`
    <b>${running ? "This" : "Last"} <${Term} text="handoff" /></b>
    <span title=${`${before} → ${after}`}><bdi>${cut(before, LONGEST_NAME)}</bdi> → <bdi>${cut(after, LONGEST_NAME)}</bdi></span>
    <span>${endOf(handoff)}</span>
    ${handoff.phases_from === "deleted" && !handoff.fault && html`<${StartUnknown} path=${path} />`}
    <span data-testid="handoff-cost">${costOf(handoff)}</span>
    <${Transaction} ...${handoff} />
    <${Heard} ...${handoff} />
    <${Watched} ...${handoff} />
    ${count > 1 && html`<span class="handoff-count">${plural(count, "handoff")} so far</span>`}
  `;
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
  const known = names.map((name) => cut(name, LONGEST_NAME));
  if (others) known.push(`${plural(others, "session")} not known by name`);
  if (known.length) return known.join(", ");
  return complete ? "nobody, according to the servers' lists" : "nobody, according to the known lists";
}

/** Show which transaction fired the notifications, as ZooKeeper says since 3.9. */
function Transaction({ zxids, earlier = [], proven = 0, notifications = 0 }) {
  if (!notifications) return null;
  if (!zxids?.deleted) return html`<span class="soft" data-testid="handoff-zxid" data-zxid=""
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
  return html`${handoff.counted === "ours" ? "ours only: " : ""}${sumOf(handoff)} <${Term} text="to lead" />`;
}

function sumOf({ notifications = 0, again = 0, reads = 0, writes = 0, creates = 0, failed = 0 }) {
  const told = again ? `${plural(notifications, "notification")} and ${again} again` : plural(notifications, "notification");
  const created = creates ? ` (${plural(creates, "create")}, of which ${failed} failed)` : "";
  return `${told}, ${plural(reads, "read")} and ${plural(writes, "write")}${created}`;
}

function Phase({ phase, ms, open, total, unseen, handoff }) {
  const known = ms !== undefined;
  const word = phase === "deleted" ? endWord(handoff) : WORDS[phase];
  const number = unseen ? UNSEEN : open ? `${(ms / 1000).toFixed(1)} s …` : known && milliseconds(ms);
  const all = total === undefined ? "" : `, ${milliseconds(total)} ${handoff.phases_from === "fault" ? "in all" : `from ${STARTS[handoff.phases_from]}`}`;
  const title = `${word}${unseen ? `: ${UNSEEN}` : known ? `: ${milliseconds(ms)}` : ""}${all}`;
  return html`
    <li class=${`phase phase-${phase} ${known || unseen ? "" : "to-come"} ${unseen ? "unseen" : ""} ${open ? "open" : ""}`}
      title=${title} data-phase=${phase} data-ms=${ms}>
      <span>${word}</span>${number && html`<span class="number">${number}</span>`}
    </li>
  `;
}

function endWord(handoff) {
  if (handoff?.mark) return "mark to deletion";
  if (handoff?.phases_from === "lost") return "connection lost to deletion";
  if (handoff && (!handoff.fault || handoff.fault === "deleted")) return "fault to deletion";
  return ENDED_AT_ONCE[handoff?.ended ?? handoff?.fault] ?? "session runs out";
}
