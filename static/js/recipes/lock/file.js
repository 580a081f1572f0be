// The file that the lock guards: its number, the tasks under way, and the updates that were lost.
import { count, plural } from "../../format.js";
import { html } from "../../html.js";
import { Pick } from "../../kit/pick.js";
import { useTicks } from "../../kit/now.js";

const SHOWN = 8;

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
        ${tasks.slice(0, SHOWN)}
        ${tasks.length > SHOWN && html`<li class="soft">and ${tasks.length - SHOWN} more at the same time</li>`}
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
