// The controls of a lock: the lock, how many clients of what kind, the switch, and actions.
import { html } from "../../html.js";
import { Select, Switch } from "../../kit/controls/elements.js";
import { counts, startBy } from "../../kit/controls/start.js";

const TASKS = [0.2, 0.5, 1, 2, 5, 10];
const LIMITS = [null, 1, 2, 5, 10, 30];
export const FIRST = "/lock";

export function startClients(view, count, path = view.lock?.path ?? FIRST) {
  const { chosen } = view;
  const body = { path, count, session_timeout: chosen.timeout, task: chosen.lockTask, within: chosen.lockLimit };
  return startBy(view, count, `start-${count}`, "locks", body);
}

export function switchLock({ lock, actions }) {
  return actions.attempt("locking", "POST", "locks/locking", { path: lock.path, on: !lock.locking });
}

export const controls = {
  starts: (view) => counts(view, [1, 3, 5], "clients", (count) => startClients(view, count)),
  settings: (view) => html`<${Turn} ...${view} choice="lockTask" tasks=${TASKS} does="work on the file" /><${Limit} ...${view} choice="lockLimit" among=${LIMITS} />`,
  verbs: (view) => view.lock && html`<${Locking} ...${view} of=${view.lock} run=${() => switchLock(view)} all="all work on the file at once" back=": one at a time" />`,
  own: ({ lock }) => (lock ? 1 : 0),
};

/** Draw how long a client's turn takes. */
export function Turn({ tasks, does, ...view }) {
  return html`<${Select} ...${view} among=${tasks} word="task" testid="task" title=${`How long the next clients ${does} each time they hold the lock`} />`;
}

/** Draw how long a client waits for its turn. */
export function Limit(view) {
  return html`<${Select} ...${view} word="waits" testid="limit" title="How long the next clients wait for the lock before they give up"
    say=${(seconds) => (seconds === null ? "for ever" : `at most ${seconds} s`)} />`;
}

/** Draw the switch that takes the lock away. of: the lock; all: what they do without it; back: and with it. */
export function Locking({ of, page, run, all, back }) {
  const does = of.locking ? `Take the lock away: ${all}` : `Give the lock back${back}`;
  return html`<${Switch} page=${page} name="locking" on=${of.locking} title=${`${does} (l)`} run=${run}>${of.locking ? "lock on" : "lock off"}<//>`;
}
