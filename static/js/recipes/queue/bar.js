// The controls of a queue: the queue, what to start, how fast it works, and actions.
import { html } from "../../html.js";
import { Do, Select } from "../../kit/controls/elements.js";
import { startBy, whyFull } from "../../kit/controls/start.js";

export const FIRST = "/queue";
const TASKS = [0, 0.5, 1, 2, 5, 10];
const EVERY = [0.2, 0.5, 1, 2, 5];
const AT_ONCE = 5;
const EACH = 300; // items that a producer puts in before it rests

/** Start producers and consumers. name: what page.busy has meanwhile. */
export function startQueue(view, name, producers, consumers, path = view.queue?.path ?? FIRST) {
  const { chosen } = view;
  const pace = { task: chosen.queueTask, every: chosen.queueEvery, items: EACH };
  const body = { path, producers, consumers, session_timeout: chosen.timeout, ...pace };
  return startBy(view, producers + consumers, name, "queues", body);
}

export function putItems(view, count = AT_ONCE) {
  return view.actions.unless(whyNotPut(view), "put-items", "POST", "queues/items", { path: view.queue?.path, count });
}

function whyNotPut({ state, queue }) {
  const produces = Object.keys(queue?.producers ?? {}).some((id) => state.candidates[id]?.process === "running");
  return produces ? null : "No producer runs: start one first";
}

export const controls = {
  starts: (view) => [
    { name: "start-1", word: "+1 producer", short: "producer", title: "Start a producer (1)", why: whyFull(view.state, 1), run: () => startQueue(view, "start-1", 1, 0) },
    { name: "start-3", word: "+3 consumers", title: "Start three consumers (3)", why: whyFull(view.state, 3), run: () => startQueue(view, "start-3", 0, 3) },
  ],
  settings: Speed,
  verbs: Put,
  own: () => 1,
};

function Put(view) {
  return html`<${Do} page=${view.page} name="put-items" title="A producer puts five items in at once (i)" why=${whyNotPut(view)}
    run=${() => putItems(view)}>+${AT_ONCE} items<//>`;
}

/** Set the speed of the processes that run, at once, and of those that start next. */
function Speed(view) {
  const { queue, actions } = view;
  const set = (pace) => queue && actions.attempt("pace", "POST", "queues/pace", { path: queue.path, items: null, ...pace });
  return html`
    <${Select} ...${view} choice="queueEvery" among=${EVERY} word="an item every" testid="every" title="How often each producer puts an item in, from now on"
      set=${(every) => set({ every, items: EACH })} />
    <${Select} ...${view} choice="queueTask" among=${TASKS} word="work" testid="task" title="How long a consumer works on an item, starting with the next one"
      set=${(task) => set({ task })} />
  `;
}
