// One handoff by phases: fault → deleted → notified → leading → acknowledged.
import { cut, hexZxid, milliseconds, plural, shortZnode } from "../format.js";
import { html } from "../html.js";
import { useTicks } from "./now.js";

const PHASES = ["deleted", "notified", "leading", "acknowledged"];
const FAULTS = {
  kill: "killed",
  pause: "frozen",
  expire: "session expired",
  stop: "stopped",
  resign: "resigned",
  behind: "set behind",
  deleted: "znode deleted by a person",
};
const UNSEEN = "not observed";
const LONGEST_NAME = 32;
const ENDED_AT_ONCE = { stop: "takes its znode away", resign: "takes its znode away", behind: "takes its znode away", expire: "session ended" };
const WORDS = { notified: "notified", leading: "leads", acknowledged: "acknowledged" };

export function HandoffBar({ election, clock }) {
  const running = election?.handoff;
  useTicks(running ? 100 : null);
  const shown = running ?? election?.last_handoff;
  const phases = running ? soFar(running, clock.now()) : shown ? measured(shown) : PHASES.map((phase) => ({ phase }));
  return html`
    <div class="handoff" data-testid="handoff" data-running=${Boolean(running)}>
      <p class="handoff-title">
        ${shown && html`<${Title} handoff=${shown} running=${Boolean(running)} count=${election.handoffs} />`}
        ${!shown && (election?.vacant ? "A leader has ended, and nobody has followed." : "No handoff yet: it begins when a leader ends.")}
      </p>
      <ol class="phases">
        ${phases.map((phase) => html`<${Phase} key=${phase.phase} ...${phase} handoff=${shown} />`)}
      </ol>
    </div>
  `;
}

function Title({ handoff, running, count }) {
  const before = handoff.from_name ?? shortZnode(handoff.from_znode);
  const after = handoff.to_name ?? (handoff.to_znode ? shortZnode(handoff.to_znode) : running ? "nobody yet" : "nobody");
  return html`
    <b>${running ? "This handoff" : "Last handoff"}</b>
    <span title=${`${before} → ${after}`}><bdi>${cut(before, LONGEST_NAME)}</bdi> → <bdi>${cut(after, LONGEST_NAME)}</bdi></span>
    <span>${endOf(handoff)}</span>
    <span data-testid="handoff-cost">${costOf(handoff)}</span>
    <${Transaction} ...${handoff} />
    <${Heard} ...${handoff} />
    <${Watched} ...${handoff} />
    ${count > 1 && html`<span>${plural(count, "handoff")} so far</span>`}
  `;
}

function endOf({ fault, found_gone: foundGone }) {
  return fault ? (FAULTS[fault] ?? fault) : `znode ${foundGone ? "found gone" : "deleted"}, nobody here saw why`;
}

/** When the servers' lists of connections last showed that the old leader was heard. */
function Heard({ heard, heard_ms: ms, from }) {
  if (from || typeof ms !== "number") return null;
  return html`<span data-testid="handoff-heard"
    title=${`${heard.server ?? "A server"} listed when it had last heard this session (cons)`}>last listed as heard ${milliseconds(ms)} before</span>`;
}

/** Who watched, as the servers listed it: it is asked for where the heir does not say what it was told. */
function Watched({ watched, watched_after: after, to, to_znode: heir }) {
  if (to || !heir) return null;
  return html`
    <span data-testid="handoff-watched" title="As the servers listed it: watches on znodes, not those on lists of children">${
      watched ? `was watched by ${listed(watched)}` : "who watched it is not known"
    }</span>
    ${after && html`<span>now watched by ${listed(after)}</span>`}
  `;
}

function listed({ names = [], others, complete }) {
  const known = names.map((name) => cut(name, LONGEST_NAME));
  if (others) known.push(`${plural(others, "session")} not known by name`);
  if (known.length) return known.join(", ");
  return complete ? "nobody by the servers' lists" : "nobody by the lists that are known";
}

/** Which transaction has fired the notifications, as ZooKeeper tells it (since 3.9). */
function Transaction({ zxids, earlier = [], proven = 0, notifications = 0 }) {
  if (!notifications) return null;
  if (!zxids?.deleted) return html`<span class="soft" data-testid="handoff-zxid" data-zxid=""
    title="Joined by the znode's name: no event has told the dashboard which change this was">zxid not told</span>`;
  const all = proven === notifications;
  const deletions = [...earlier, zxids.deleted].map(hexZxid).join(" and ");
  const words = `${all ? "" : `${proven} of ${notifications} `}fired by zxid ${deletions}`;
  return html`<span data-testid="handoff-zxid" data-zxid=${zxids.deleted} data-proven=${proven}
    title="ZooKeeper tells with a notification which change fired it: it was the deletion of the znode, this very transaction">${words}</span>`;
}

/** What it took, as those who report say; where all are woken, this is summed over them. */
function costOf(handoff) {
  if (!handoff.counted) return `notifications, reads and writes ${UNSEEN}`;
  return `${handoff.counted === "ours" ? "of ours: " : ""}${sumOf(handoff)}`;
}

function sumOf({ notifications = 0, again = 0, reads = 0, writes = 0, creates = 0, failed = 0 }) {
  const told = again ? `${plural(notifications, "notification")} and ${again} again` : plural(notifications, "notification");
  const spent = [told, plural(reads, "read"), plural(writes, "write")];
  if (creates) spent.push(`${plural(creates, "create")}, of which ${failed} failed`);
  return spent.join(", ");
}

/** The phases of a running handoff: done, running, still to come, or such as nobody tells of. */
function soFar({ at, to, to_znode: heir }, now) {
  let start = at.fault ?? at.deleted;
  const isSilent = heir && !to;
  return PHASES.map((phase, place) => {
    if (place === 0 ? typeof at.fault !== "number" : isSilent) return { phase, unseen: true };
    const begun = start;
    start = typeof at[phase] === "number" ? at[phase] : null;
    if (begun === null) return { phase };
    return { phase, ms: ((start ?? now) - begun) * 1000, open: start === null };
  });
}

/** The first that is known after a deletion of which the moment is not has no length of its own. */
function measured({ phases_ms: reached = {}, phases_from: from }) {
  let before = from === "deleted" || typeof reached.deleted === "number" ? 0 : null;
  return PHASES.map((phase) => {
    if (typeof reached[phase] !== "number") return { phase, unseen: true };
    const total = phase === "acknowledged" ? reached[phase] : undefined;
    const ms = before === null ? undefined : Math.max(0, reached[phase] - before);
    before = reached[phase];
    return { phase, ms, total, unseen: ms === undefined };
  });
}

function Phase({ phase, ms, open, total, unseen, handoff }) {
  const known = ms !== undefined;
  const word = phase === "deleted" ? endWord(handoff) : WORDS[phase];
  const number = unseen ? UNSEEN : open ? `${(ms / 1000).toFixed(1)} s …` : known && milliseconds(ms);
  const all = total === undefined ? "" : `, ${milliseconds(total)} ${handoff.phases_from === "deleted" ? "from the deletion on" : "in all"}`;
  const title = `${word}${unseen ? `: ${UNSEEN}` : known ? `: ${milliseconds(ms)}` : ""}${all}`;
  return html`
    <li class=${`phase phase-${phase} ${known || unseen ? "" : "to-come"} ${unseen ? "unseen" : ""} ${open ? "open" : ""}`}
      style=${{ flexGrow: weight(ms) }} title=${title} data-phase=${phase} data-ms=${ms}>
      <span>${word}</span>${number && html`<span class="number">${number}</span>`}
    </li>
  `;
}

function endWord(handoff) {
  if (handoff && (!handoff.fault || handoff.fault === "deleted")) return "fault to deletion";
  return ENDED_AT_ONCE[handoff?.fault] ?? "session runs out";
}

/** Phases last from under a millisecond to seconds: width grows with the order of magnitude. */
function weight(ms) {
  return ms === undefined ? 1 : 1 + Math.log10(1 + ms);
}
