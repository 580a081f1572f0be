// The jobs that take a while: the progress of each, its time, and a button that stops it.
import { count, running } from "../format.js";
import { html, useState } from "../html.js";
import { useTicks } from "../kit/now.js";

const WORDS = { delete: "Deleting", export: "Exporting", import: "Importing" };
const ENDS = { done: "done", failed: "failed", cancelled: "stopped" };
const SHOWN_S = 12; // how long an ended job stays

export function Jobs({ state, clock, actions }) {
  const [dismissed, dismiss] = useState(new Set());
  const jobs = Object.entries(state.workbench?.jobs ?? {}).filter(([id, job]) => !dismissed.has(id) && isShown(job, clock.now()));
  useTicks(jobs.length ? 250 : null);
  if (!jobs.length) return null;
  return html`
    <ul class="jobs" aria-label="Jobs" data-testid="jobs">
      ${jobs.map(([id, job]) => html`<${Job} key=${id} ...${job} id=${id} now=${clock.now()} actions=${actions} readOnly=${state.read_only}
        dismiss=${() => dismiss(new Set([...dismissed, id]))} />`)}
    </ul>
  `;
}

/** Tell whether a job is shown; a failed one stays until the reader dismisses it. */
function isShown({ state, ended }, now) {
  return state === "running" || state === "failed" || now - ended < SHOWN_S;
}

function Job({ id, kind, path, done, of, since, ended, state, error, now, actions, readOnly, dismiss }) {
  const isRunning = state === "running";
  const cancel = () => actions.attempt(`cancel-${id}`, "DELETE", `znodes/jobs/${encodeURIComponent(id)}`);
  return html`
    <li class=${`job is-${state}`} data-testid=${`job-${id}`} data-kind=${kind} data-state=${state}>
      <span class="job-what">${WORDS[kind] ?? kind} <code title=${path}><bdi>${path}</bdi></code></span>
      <progress ...${far({ isRunning, done, of })} aria-label=${`${kind} of ${path}`}></progress>
      <span class="number">${count(done)}${of ? ` of ${count(of)}` : ""}</span>
      <span class="soft number">${isRunning ? running(now - since) : `${ENDS[state]} after ${running((ended ?? now) - since)}`}</span>
      ${state === "failed" && html`<span class="wrong">${error?.message}</span>`}
      <span class="spring"></span>
      ${isRunning && !readOnly && html`<button data-testid=${`cancel-${id}`} onClick=${cancel}>Stop</button>`}
      ${!isRunning && html`<button class="icon" title="Dismiss" onClick=${dismiss}>✕<span class="sr"> Dismiss</span></button>`}
    </li>
  `;
}

/** Return the progress; the bar of a job of unknown size runs to and fro. */
function far({ isRunning, done, of }) {
  if (of) return { value: done, max: of };
  return isRunning ? {} : { value: 1, max: 1 };
}
