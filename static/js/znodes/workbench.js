// The chosen znode with the jobs that take a while, and the console below it.
import { count, running } from "../format.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { Watches } from "../kit/controls/bar.js";
import { Toolbar } from "../kit/controls/elements.js";
import { useTicks } from "../kit/now.js";
import { PastZnode } from "../past/shown.js";
import { lineage, parentOf } from "../paths.js";
import { remInPixels } from "../rem.js";
import { pastWords, useZnode } from "../views/details.js";
import { Frame } from "../views/frame.js";
import { askTo, copyPath, shownOf } from "./asking.js";
import { Bench, Crumbs, sentence } from "./bench.js";
import { Console } from "./console/panel.js";
import { unsaved } from "./drafts.js";
import { SessionChip } from "./session.js";
import { exportBelow } from "./transfer.js";

export function Workbench(view) {
  const path = shownOf(view);
  if (view.reel.shown()) return html`<${PastChosen} ...${view} path=${path} />`;
  return html`<${Chosen} key=${path} path=${path} ...${view} />`;
}

function Chosen(view) {
  const { path, hear, tree, clock } = view;
  const { znode, readAt, gone, error = znode?.error } = useZnode(path, hear, clock);
  const past = pastWords({ znode, readAt, gone, error });
  useEffect(() => lineage(parentOf(path)).forEach(tree.open), [path]);
  return html`
    <${Frame} ...${view} of=${{ story: sentence({ ...view, znode, error, past }) }} controls=${html`<${Bar} ...${view} znode=${znode} />`}>
      <${Unsaved} ...${view} />
      <${Jobs} ...${view} />
      <${Bench} ...${view} znode=${znode} error=${error} past=${past} />
      <${Split} ...${view}><${Console} ...${view} /><//>
    <//>
  `;
}

/** Draw what is known of the chosen znode at a moment of the past. */
function PastChosen(view) {
  const { path, tree } = view;
  const znode = tree.index().known.get(path);
  useEffect(() => lineage(parentOf(path)).forEach(tree.open), [path]);
  return html`
    <${Frame} ...${view} of=${{ story: [{ who: path, tone: "own" }, " as it was then, as far as it is known."] }} controls=${html`<${Bar} ...${view} />`}>
      <section class="bench" aria-label="Chosen znode" data-testid="bench" data-path=${path}>
        <${Crumbs} ...${view} znode=${znode} />
        <div class="bench-panel"><${PastZnode} ...${view} /></div>
      </section>
    <//>
  `;
}

function Bar(view) {
  const { state, path, znode, page, choose } = view;
  const writes = !state.read_only;
  return html`
    <div class="controls"><${Toolbar} label="Znodes" look="loose">
      ${writes && html`<button class="primary" data-testid="create" title="Create a znode (n)" onClick=${() => askTo(view, "create-znode")}>Create …</button>`}
      ${writes && html`<button class="danger" data-testid="delete" title="Delete it: asks first (Del)" disabled=${!znode || path === "/"}
        onClick=${() => askTo(view, "delete-znode")}>Delete …</button>`}
      <button data-testid="copy-path" title="Copy its path (c)" onClick=${() => copyPath(view)}>Copy path</button>
      <button data-testid="export" title="Export it and all below it as JSON (>)" disabled=${!znode}
        aria-busy=${page.busy.has("export")} onClick=${() => exportBelow(view, path)}>Export</button>
      ${writes && html`<button data-testid="import" title="Import znodes from a file (i)" onClick=${() => choose({ dialog: "import-znodes" })}>Import …</button>`}<//>
      ${!writes && html`<${Watches} ...${view} />`}
      <span class="spring"></span>
      <${SessionChip} ...${view} />
    </div>
  `;
}

/** List the drafts of other znodes, which are kept. */
function Unsaved({ path, choose }) {
  const others = unsaved().filter((other) => other !== path);
  if (!others.length) return null;
  return html`<p class="note unsaved" data-testid="unsaved">Not saved yet: ${others.map((other) => html`<button key=${other} class="filter"
    onClick=${() => choose({ znode: other, znodeTab: "data" })}><code><bdi>${other}</bdi></code></button>`)}</p>`;
}

const WORDS = { delete: "Deleting", export: "Exporting", import: "Importing" };
const ENDS = { done: "done", failed: "failed", cancelled: "stopped" };
const SHOWN_S = 12; // how long an ended job stays

function Jobs({ state, clock, actions }) {
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

const SMALLEST = 12; // rem: a smaller console is folded
const STEP = 3;
const USUAL = 16;

function Split({ chosen, choose, children }) {
  const room = useRef(null);
  const height = chosen.consoleHeight;
  const set = (rem) => choose({ consoleHeight: rem < SMALLEST / 2 ? 0 : Math.max(SMALLEST, Math.min(48, rem)) });
  const fold = () => set(height ? 0 : USUAL);
  const keys = { ArrowUp: () => set((height || SMALLEST - STEP) + STEP), ArrowDown: () => set(height <= SMALLEST ? 0 : height - STEP), Enter: fold };
  const move = (event) => {
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  };
  return html`
    <div class="split-line">
      <div class="split" role="slider" aria-orientation="vertical" aria-label="Height of the console" aria-valuenow=${height} aria-valuemin="0"
        aria-valuemax="48" tabindex="0" data-testid="split" title="Drag it, or press ↑ ↓; a double click folds or opens the console" onKeyDown=${move}
        onDblClick=${fold} ...${useDrag(room, set)}></div>
      <button class="filter only" data-testid="fold-console" aria-expanded=${height > 0} onClick=${fold}>${height ? "▾" : "▸"} console</button>
    </div>
    <div class="console-room" ref=${room} hidden=${!height} style=${{ height: `${height}rem` }}>${children}</div>
  `;
}

/** Return what lets a pointer drag the line until that ends: the button is released, or the browser takes the touch for itself. */
function useDrag(room, set) {
  const bottom = useRef(null); // of the room, in px, while the line is dragged
  return {
    onPointerDown: (event) => {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      bottom.current = room.current.hidden ? event.clientY : room.current.getBoundingClientRect().bottom;
    },
    onPointerMove: ({ clientY }) => bottom.current !== null && set((bottom.current - clientY) / remInPixels()),
    onLostPointerCapture: () => (bottom.current = null),
  };
}
