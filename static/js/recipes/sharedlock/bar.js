// The controls of a shared lock: the lock, how many readers and writers, the switch, and actions.
import { html } from "../../html.js";
import { startBy, whyFull } from "../../kit/controls/start.js";
import { Limit, Locking, Turn } from "../lock/bar.js";

const TASKS = [0.5, 1, 2, 5, 10, 20];
const LIMITS = [null, 2, 5, 10, 30];
/** @type {[kind: string, count: number][]} */
const STARTS = [["reader", 1], ["reader", 3], ["writer", 1]];
export const FIRST = "/shared-lock";

/** Start readers or writers. kind: "reader" or "writer". */
export function start(view, kind, count, path = view.shared?.path ?? FIRST) {
  const some = { readers: kind === "reader" ? count : 0, writers: kind === "writer" ? count : 0 };
  return startSome(view, some, `start-${kind}-${count}`, path);
}

/** Start both. some: {readers, writers}; name: what page.busy has meanwhile. */
export function startSome(view, some, name, path = view.shared?.path ?? FIRST) {
  const { chosen } = view;
  const body = { path, ...some, session_timeout: chosen.timeout, task: chosen.sharedTask, within: chosen.sharedLimit };
  return startBy(view, some.readers + some.writers, name, "shared-locks", body);
}

export function switchLock({ shared, actions }) {
  return actions.attempt("locking", "POST", "shared-locks/locking", { path: shared.path, on: !shared.locking });
}

/** Ask a client to give back the lock, or its place in the line. */
export function askFor({ shared, actions }, { znode }) {
  return actions.attempt(`ask-${znode}`, "POST", "shared-locks/revoke", { path: shared.path, znode });
}

export const controls = {
  starts: (view) =>
    STARTS.map(([kind, count]) => ({
      name: `start-${kind}-${count}`,
      word: `+${count} ${kind}${count > 1 ? "s" : ""}`,
      short: kind,
      title: `Start ${count} more`,
      why: whyFull(view.state, count),
      run: () => start(view, kind, count),
    })),
  settings: (view) => html`<${Turn} ...${view} choice="sharedTask" tasks=${TASKS} does="read or write" /><${Limit} ...${view} choice="sharedLimit" among=${LIMITS} />`,
  verbs: (view) => view.shared && html`<${Locking} ...${view} of=${view.shared} run=${() => switchLock(view)} all="all read and write at once" back="" />`,
  own: ({ shared }) => (shared ? 1 : 0),
};
