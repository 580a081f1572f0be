// One handoff by phases: fault → deleted → notified → leading → acknowledged.
import { hexZxid, milliseconds, plural, shortZnode } from "../format.js";
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
  deleted: "znode deleted",
};
const ENDED_AT_ONCE = { stop: "takes its znode away", resign: "takes its znode away", behind: "takes its znode away", expire: "session ended" };
const WORDS = { notified: "notified", leading: "leads", acknowledged: "acknowledged" };

export function HandoffBar({ election, clock }) {
  const running = election?.handoff;
  useTicks(running ? 100 : null);
  const shown = running ?? election?.last_handoff;
  const phases = running ? soFar(running, clock.now()) : measured(shown ?? {});
  return html`
    <div class="handoff" data-testid="handoff" data-running=${Boolean(running)}>
      <p class="handoff-title">
        ${shown && html`<${Title} handoff=${shown} running=${Boolean(running)} count=${election.handoffs} />`}
        ${!shown && "No handoff yet: it begins when a leader ends."}
      </p>
      <ol class="phases">
        ${phases.map((phase) => html`<${Phase} key=${phase.phase} ...${phase} fault=${shown?.fault} />`)}
      </ol>
    </div>
  `;
}

function Title({ handoff, running, count }) {
  const { from, to, fault } = handoff;
  const before = from ?? shortZnode(handoff.from_znode);
  const after = to ?? (handoff.to_znode ? shortZnode(handoff.to_znode) : running ? "nobody yet" : "nobody");
  return html`
    <b>${running ? "This handoff" : "Last handoff"}</b>
    <span>${before} → ${after}</span>
    <span>${FAULTS[fault] ?? fault ?? ""}</span>
    <span data-testid="handoff-cost">${costOf(handoff)}</span>
    <${Transaction} ...${handoff} />
    ${count > 1 && html`<span>${plural(count, "handoff")} so far</span>`}
  `;
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

/** What it took; where all are woken, this is summed over all. */
function costOf({ notifications = 0, again = 0, reads = 0, writes = 0, creates = 0, failed = 0 }) {
  const told = again ? `${plural(notifications, "notification")} and ${again} again` : plural(notifications, "notification");
  const spent = [told, plural(reads, "read"), plural(writes, "write")];
  if (creates) spent.push(`${plural(creates, "create")}, of which ${failed} failed`);
  return spent.join(", ");
}

/** The phases of a running handoff: done, running, or still to come. */
function soFar({ at }, now) {
  let start = at.fault;
  return PHASES.map((phase) => {
    const begun = start;
    start = typeof at[phase] === "number" ? at[phase] : null;
    if (begun === null) return { phase };
    return { phase, ms: ((start ?? now) - begun) * 1000, open: start === null };
  });
}

function measured({ phases_ms: reached = {} }) {
  let before = 0;
  return PHASES.map((phase) => {
    if (typeof reached[phase] !== "number") return { phase };
    const ms = Math.max(0, reached[phase] - before);
    before = reached[phase];
    return { phase, ms, total: phase === "acknowledged" ? before : undefined };
  });
}

function Phase({ phase, ms, open, total, fault }) {
  const known = ms !== undefined;
  const word = phase === "deleted" ? (ENDED_AT_ONCE[fault] ?? "session runs out") : WORDS[phase];
  const title = known
    ? `${word}: ${milliseconds(ms)}${total === undefined ? "" : `, ${milliseconds(total)} in all`}`
    : word;
  return html`
    <li class=${`phase phase-${phase} ${known ? "" : "to-come"} ${open ? "open" : ""}`}
      style=${{ flexGrow: weight(ms) }} title=${title} data-phase=${phase} data-ms=${ms}>
      <span>${word}</span>${known && html`<span
        class="number">${open ? `${(ms / 1000).toFixed(1)} s …` : milliseconds(ms)}</span>`}
    </li>
  `;
}

/** Phases last from under a millisecond to seconds: width grows with the order of magnitude. */
function weight(ms) {
  return ms === undefined ? 1 : 1 + Math.log10(1 + ms);
}
