// What the lock is good for: its file, the tasks under way, the lost updates; how long clients wait; and its last turns.
import { count, milliseconds, plural, running, times, timesEach } from "../../format.js";
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { useTicks } from "../../kit/now.js";
import { Pick, Slowed } from "../../kit/parts.js";
import { Term } from "../../kit/term.js";
import { turnOf } from "./turns.js";

const TASKS_SHOWN = 8;

export function SharedFile(view) {
  const { lock, state, clock } = view;
  const tasks = Object.entries(lock.tasks);
  const isMoving = tasks.some(([, { stopped }]) => stopped === null || stopped === undefined);
  useTicks(isMoving ? 100 : null);
  return html`
    <${File} of=${lock} label="Tasks on the file" none="Nobody works on the file." written="each client that finishes a task"
      tasks=${tasks.map(([id, task]) => html`<${Task} key=${id} id=${id} task=${task} now=${clock.now()} candidate=${state.candidates[id]}
        chosen=${view.chosen.candidate === id} choose=${view.choose} />`)}>
      <${Lost} lock=${lock} />
    <//>
  `;
}

/** Draw a file that a lock guards. of: the lock; tasks: those on the file, drawn; children: what came of them. */
export function File({ of: { file, locking }, label, none, written, tasks, children }) {
  return html`
    <section class=${`shared ${locking ? "" : "unlocked"}`} aria-label="The shared file" data-testid="shared-file">
      <div class="paper" title=${`The file ${file.name ?? ""}: one number, written by ${written}`}>
        <svg viewBox="0 0 40 50" aria-hidden="true"><path d="M3 3h24l10 10v34H3z" /><path d="M27 3v10h10" /></svg>
        <output class=${file.value > 999 ? "longer" : file.value > 99 ? "long" : ""} data-testid="file-value" data-value=${file.value}>${count(file.value)}</output>
        <span class="soft">${file.by ? `written by ${file.by}` : "the file"}</span>
      </div>
      <ul class="tasks" aria-label=${label}>
        ${tasks.slice(0, TASKS_SHOWN)}
        ${tasks.length > TASKS_SHOWN && html`<li class="soft">and ${tasks.length - TASKS_SHOWN} more at the same time</li>`}
        ${!tasks.length && html`<li class="soft">${none}</li>`}
      </ul>
      ${children}
    </section>
  `;
}

/** Return the share of a task that is done; it stops with its process. */
function progressOf({ done, since, ends, stopped }, now) {
  const spent = (Math.min(now, stopped ?? now) - since) / Math.max(0.001, ends - since);
  return done + (1 - done) * Math.min(1, Math.max(0, spent));
}

function Task(view) {
  const { task, candidate } = view;
  const stands = { paused: "frozen here", exited: "dead: will not write" }[candidate?.process];
  return html`<${Bar} ...${view} stands=${stands} data=${{ "data-stands": String(Boolean(stands)) }}>
    <span class="number">${task.read} → ${task.read + 1}</span><//>`;
}

/** Draw a task and how far it is. stands: why it goes no further. */
export function Bar({ id, task, now, candidate, chosen, choose, stands, looks = "", data, children }) {
  const done = progressOf(task, now);
  const tone = { paused: "frozen", exited: "dead" }[candidate?.process] ?? "lead";
  return html`
    <li class=${`task ${looks} tone-${tone} ${chosen ? "chosen" : ""}`} data-testid=${`task-${id}`} data-done=${done.toFixed(2)} ...${data}>
      <${Pick} id=${id} isChosen=${chosen} choose=${choose} />
      <span class="task-bar" role="progressbar" aria-label=${`${id}'s task`} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.round(done * 100)}><i style=${{ transform: `translateX(${100 * (done - 1)}%)` }}></i></span>
      ${children}${stands && html`<em>${stands}</em>`}
    </li>
  `;
}

function Lost({ lock: { file, before, locking } }) {
  const { finished, value, lost } = file;
  return html`
    <div class="lost" data-testid="lost" data-lost=${lost} data-finished=${finished}>
      ${lost > 0 && html`<p class="lost-updates"><b>${count(lost)}</b> ${lost === 1 ? "update" : "updates"} lost</p>`}
      ${!lost && html`<p class="kept"><b aria-hidden="true">✓</b> no update lost</p>`}
      <p class="soft">${plural(finished, "task")} finished, the file says ${count(value)}</p>
      ${before && html`<p class="soft">Before, ${before.locking ? "with" : "without"} the lock: <b
          class=${before.lost ? "tone-dead" : ""}>${count(before.lost)}</b> of ${count(before.finished)} lost</p>`}
      ${!before && !locking && !finished && html`<p class="soft">All have read the same number …</p>`}
    </div>
  `;
}

const WAITS_SHOWN = 8;
const FAULTS = {
  release: "released",
  kill: "killed",
  pause: "frozen",
  expire: "session expired",
  stop: "stopped",
  exit: "ended",
  deleted: "znode deleted",
  lost: "connection lost",
};

export function Times({ lock, clock, chosen, choose, slowed }) {
  const ids = [...new Set([...Object.keys(lock.waits), ...Object.keys(lock.asks)])].sort(byNumber);
  useTicks(Object.keys(lock.asks).length ? 100 : null);
  const now = clock.now();
  const longest = Math.max(500, ...ids.map((id) => Math.max(waitedOf(lock, id, now) ?? 0, lock.waits[id]?.max_ms ?? 0)));
  return html`
    <section class="lock-times" aria-label="Waiting times and fairness">
      <p class="handoff-title"><b>Waiting for the lock</b><${Fairness} lock=${lock} /><${Handovers} lock=${lock} />
        <${Slowed} slowed=${slowed} path=${lock.path} /></p>
      <ul class="waits">
        ${ids.slice(-WAITS_SHOWN).map(
          (id) => html`<${Wait} key=${id} id=${id} lock=${lock} now=${now} longest=${longest}
          chosen=${chosen.candidate === id} choose=${choose} />`,
        )}
        ${!ids.length && html`<li class="soft">No client has waited for it yet.</li>`}
        ${ids.length > WAITS_SHOWN && html`<li class="soft">and ${ids.length - WAITS_SHOWN} more</li>`}
      </ul>
    </section>
  `;
}

function byNumber(one, other) {
  return Number(one.slice(1)) - Number(other.slice(1));
}

function waitedOf(lock, id, now) {
  return lock.asks[id] ? Math.max(0, (now - lock.asks[id].at) * 1000) : null;
}

const NONE = { count: 0, last_ms: null, total_ms: 0, max_ms: 0, finished: 0, abandoned: 0, gave_up: 0 };

function Wait({ id, lock, now, longest, chosen, choose }) {
  const waits = { ...NONE, ...lock.waits[id] };
  const waiting = waitedOf(lock, id, now);
  const mean = waits.count ? waits.total_ms / waits.count : null;
  const share = (ms) => (100 * Math.min(ms, longest)) / longest;
  const until = lock.asks[id]?.until;
  return html`
    <li class=${`wait ${waiting === null ? "" : "is-waiting"} ${chosen ? "chosen" : ""}`} data-testid=${`wait-${id}`}
      data-count=${waits.count} data-gave-up=${waits.gave_up}>
      <${Pick} id=${id} isChosen=${chosen} choose=${choose} />
      <span class="wait-bar" aria-hidden="true"><i style=${{ transform: `translateX(${share(waiting ?? waits.last_ms ?? 0) - 100}%)` }}></i>
        ${mean !== null && html`<u style=${{ left: `${share(mean)}%` }} title=${`mean ${milliseconds(mean)}`}></u>`}</span>
      <span class="number">${sentence(waits, waiting, mean)}${
        typeof until === "number" && html`, gives up in ${running(until - now)}`
      }</span>
      ${waits.gave_up > 0 && html`<em class="tone-lost">gave up ${times(waits.gave_up)}</em>`}
      ${waits.abandoned > 0 && html`<em class="tone-dead">${plural(waits.abandoned, "task")} lost halfway</em>`}
    </li>
  `;
}

function sentence({ count: served, last_ms, max_ms }, waiting, mean) {
  const now = waiting === null ? (last_ms === null ? "" : `last ${milliseconds(last_ms)}`) : `waits ${running(waiting / 1000)}`;
  if (!served) return now;
  return `${now} · mean ${milliseconds(mean)} · longest ${milliseconds(max_ms)} · served ${times(served)}`;
}

function Fairness({ lock: { fairness, waits } }) {
  const { served, overtaken, even } = fairness;
  const counts = Object.values(waits).map(({ count }) => count);
  if (!served) return null;
  return html`
    <span data-testid="fairness" title=${`Jain's fairness index is ${even}: at 1, all clients were served equally often`}>served ${times(served)}${
      overtaken ? html`, <b class="tone-dead">${overtaken} out of turn</b>` : ", each in its turn"
    }${` · ${plural(counts.length, "client")}, ${timesEach(counts)}`}</span>
  `;
}

function Handovers({ lock: { handovers } }) {
  const known = Object.entries(handovers ?? {});
  if (!known.length) return null;
  return html`
    <span class="handovers" data-testid="handovers"><${Term} text="hand-over" /> after ${known.map(
      ([fault, { count, last_ms, total_ms }], at) => html`${at ? ", " : ""}<span key=${fault} data-fault=${fault}
        title=${`${plural(count, "hand-over")}, mean ${milliseconds(total_ms / count)}`}>${FAULTS[fault] ?? fault} <b
        class="number">${milliseconds(last_ms)}</b></span>`,
    )}</span>
  `;
}

/** Draw the last turns. */
export function Turns({ lock, state, clock, slowed, invites }) {
  const turns = [...(lock?.last_turns ?? [])].reverse();
  const facts = lock && html`<${Slowed} slowed=${slowed} path=${lock.path} />`;
  return html`<${LastRound} word="turn" state=${state} clock=${clock} empty="No turn yet." invites=${invites}
    roundsOf=${(now) => turns.map((turn, index) => ({ ...turnOf(turn, now), facts: index ? null : facts }))} />`;
}
