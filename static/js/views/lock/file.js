// The file that the lock guards: its number, the tasks under way, and the updates that were lost.
import { count, plural } from "../../format.js";
import { html } from "../../html.js";
import { useTicks } from "../now.js";

const SHOWN = 8;

export function SharedFile(view) {
  const { lock, state, clock } = view;
  const tasks = Object.entries(lock.tasks);
  const isMoving = tasks.some(([, { stopped }]) => stopped === null || stopped === undefined);
  useTicks(isMoving ? 60 : null);
  return html`
    <section class=${`shared ${lock.locking ? "" : "unlocked"}`} aria-label="The shared file" data-testid="shared-file">
      <${Number} file=${lock.file} />
      <ul class="tasks" aria-label="Tasks on the file">
        ${tasks.slice(0, SHOWN).map(
          ([id, task]) => html`<${Task} key=${id} id=${id} task=${task} now=${clock.now()}
          candidate=${state.candidates[id]} chosen=${view.chosen.candidate === id} choose=${view.choose} />`,
        )}
        ${tasks.length > SHOWN && html`<li class="soft">and ${tasks.length - SHOWN} more at the same time</li>`}
        ${!tasks.length && html`<li class="soft">Nobody works on the file.</li>`}
      </ul>
      <${Lost} lock=${lock} />
    </section>
  `;
}

function Number({ file }) {
  return html`
    <div class="paper" title=${`The file ${file.name ?? ""}: one number, written by whoever has finished a task`}>
      <svg viewBox="0 0 40 50" aria-hidden="true"><path d="M3 3h24l10 10v34H3z" /><path d="M27 3v10h10" /></svg>
      <output class=${file.value > 99 ? "long" : ""} data-testid="file-value" data-value=${file.value}>${count(file.value)}</output>
      <span class="soft">${file.by ? `written by ${file.by}` : "the file"}</span>
    </div>
  `;
}

/** How far a task is: it stands still with its process. */
export function progressOf({ done, since, ends, stopped }, now) {
  const spent = (Math.min(now, stopped ?? now) - since) / Math.max(0.001, ends - since);
  return done + (1 - done) * Math.min(1, Math.max(0, spent));
}

function Task({ id, task, now, candidate, chosen, choose }) {
  const done = progressOf(task, now);
  const process = candidate?.process;
  const stands = process === "paused" ? "frozen here" : process === "exited" ? "dead: never written" : null;
  const tone = { paused: "frozen", exited: "dead" }[process] ?? "lead";
  return html`
    <li class=${`task tone-${tone} ${chosen ? "chosen" : ""}`} data-testid=${`task-${id}`} data-done=${done.toFixed(2)}
      data-stands=${String(stands !== null)} onClick=${() => choose({ candidate: chosen ? null : id })}>
      <b>${id}</b>
      <span class="task-bar" role="progressbar" aria-label=${`${id}'s task`} aria-valuemin="0" aria-valuemax="100"
        aria-valuenow=${Math.round(done * 100)}><i style=${{ width: `${done * 100}%` }}></i></span>
      <span class="number">${task.read} → ${task.read + 1}</span>
      ${stands && html`<em>${stands}</em>`}
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
