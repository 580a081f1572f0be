// The controls of a barrier: the barrier, how many to start, how many pass together, and actions.
import { html } from "../../html.js";
import { Select } from "../../kit/controls/elements.js";
import { counts, startBy } from "../../kit/controls/start.js";

export const FIRST = "/barrier";
const SIZES = [2, 3, 4, 5, 6, 8];
const TASKS = [1, 2, 3, 5, 10];

export function startProcesses(view, count, path = view.barrier?.path ?? FIRST, size = view.barrier?.size) {
  const { chosen } = view;
  const body = { path, count, session_timeout: chosen.timeout, task: chosen.barrierTask };
  return startBy(view, count, `start-${count}`, "barriers", { ...body, size: size ?? chosen.barrierSize });
}

export const controls = {
  starts: (view) => counts(view, [1, 4], "processes", (count) => startProcesses(view, count)),
  settings: (view) => html`
    ${!view.barrier && html`<${Size} ...${view} />`}
    <${Select} ...${view} choice="barrierTask" among=${TASKS} word="work" testid="task" title="About how long the next processes work inside" />`,
};

export function Size(view) {
  return html`<${Select} ...${view} choice="barrierSize" among=${SIZES} word="together" testid="size" title="How many pass the barrier together" say=${String} />`;
}
