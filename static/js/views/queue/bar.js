// The controls of a queue: which one, whom to start, how fast they are, what happens to whom.
import { html } from "../../html.js";
import { Act } from "../controls/act.js";
import { Paths } from "../controls/paths.js";
import { Timeout } from "../controls/start.js";

const FIRST = "/queue";
const TASKS = [0, 0.5, 1, 2, 5, 10];
const EVERY = [0.2, 0.5, 1, 2, 5];
const AT_ONCE = 5;
const EACH = 300; // so many a producer puts in, and then rests

/** `name` is what page.busy has meanwhile. */
export function startQueue({ queue, chosen, actions }, name, producers, consumers, path = queue?.path ?? FIRST) {
  const pace = { task: chosen.queueTask, every: chosen.queueEvery, items: EACH };
  const body = { path, producers, consumers, session_timeout: chosen.timeout, ...pace };
  return actions.attempt(name, "POST", "queues", body);
}

export function putItems({ queue, actions }, count = AT_ONCE) {
  return actions.attempt("put-items", "POST", "queues/items", { path: queue.path, count });
}

export function Bar(view) {
  const { state, queue, choose } = view;
  const entries = Object.values(state.queues ?? {}).map(({ path, waiting }) => ({ path, word: `${waiting} waiting` }));
  const other = state.read_only ? null : () => choose({ dialog: "another-queue" });
  return html`
    <div class="controls">
      <${Paths} label="Queue" testid="queue" value=${queue?.path} entries=${entries} other=${other}
        pick=${(path) => choose({ queue: path, candidate: null })} />
      ${
        state.read_only
          ? html`<span class="chip" data-testid="read-only">read-only: watching</span>`
          : html`<${Starts} ...${view} /><${Timeout} ...${view} /><${Speed} ...${view} /><${Act} ...${view} />`
      }
    </div>
  `;
}

function Starts(view) {
  const { page, queue } = view;
  const makers = Object.keys(queue?.producers ?? {}).some((id) => view.state.candidates[id]?.process === "running");
  const button = (name, words, title, run, free = true) => html`<button class="primary" data-testid=${name} title=${title}
    disabled=${page.busy.has(name) || !free} aria-busy=${page.busy.has(name)} onClick=${run}>${words}</button>`;
  return html`
    <span class="group" role="group" aria-label="Start, and put in">
      ${button("start-1", "+1 producer", "Start a producer (1)", () => startQueue(view, "start-1", 1, 0))}
      ${button("start-3", "+3 consumers", "Start three consumers (3)", () => startQueue(view, "start-3", 0, 3))}
      ${button("put-items", `+${AT_ONCE} items`, makers ? "A producer puts five items in at once (i)" : "Start a producer first", () => putItems(view), makers)}
    </span>
  `;
}

/** Of those that run, at once, and of those started next. */
function Speed(view) {
  const { queue, chosen, choose, actions } = view;
  const set = (choice, key) => (event) => {
    const value = Number(event.target.value);
    choose({ [choice]: value });
    if (queue) actions.attempt("pace", "POST", "queues/pace", { path: queue.path, [key]: value, items: key === "every" ? EACH : null });
  };
  const select = (choice, key, word, among, title) => html`
    <label class="timeout" title=${title}><span class="soft">${word}</span>
      <select data-testid=${key} value=${chosen[choice]} onChange=${set(choice, key)}>
        ${among.map((seconds) => html`<option key=${seconds} value=${seconds}>${seconds} s</option>`)}
      </select></label>`;
  return html`
    ${select("queueEvery", "every", "an item every", EVERY, "How often each producer puts an item in, from now on")}
    ${select("queueTask", "task", "work", TASKS, "How long a consumer works for an item, from the next one on")}
  `;
}
