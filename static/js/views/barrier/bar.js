// The controls of a barrier: which one, how many to start, how many pass together, what happens to whom.
import { html } from "../../html.js";
import { Act } from "../controls/act.js";
import { Paths } from "../controls/paths.js";
import { Start, Timeout } from "../controls/start.js";

const FIRST = "/barrier";
const SIZES = [2, 3, 4, 5, 6, 8];
const TASKS = [1, 2, 3, 5, 10];

export function startProcesses({ barrier, chosen, actions }, count, path = barrier?.path ?? FIRST, size = barrier?.size) {
  const body = { path, count, session_timeout: chosen.timeout, task: chosen.barrierTask };
  return actions.attempt(`start-${count}`, "POST", "barriers", { ...body, size: size ?? chosen.barrierSize });
}

export function Bar(view) {
  const { state, barrier, choose } = view;
  const entries = Object.values(state.barriers ?? {}).map(({ path, size }) => ({ path, word: `${size} together` }));
  const other = state.read_only ? null : () => choose({ dialog: "another-barrier" });
  return html`
    <div class="controls">
      <${Paths} label="Barrier" testid="barrier" value=${barrier?.path} entries=${entries} other=${other}
        pick=${(path) => choose({ barrier: path, candidate: null })} />
      ${
        state.read_only
          ? html`<span class="chip" data-testid="read-only">read-only: watching</span>`
          : html`<${Start} ...${view} counts=${[1, 4]} what="processes" start=${(count) => startProcesses(view, count)} />
            ${!barrier && html`<${Size} ...${view} />`}<${Timeout} ...${view} /><${Task} ...${view} /><${Act} ...${view} />`
      }
    </div>
  `;
}

export function Size({ chosen, choose }) {
  return html`
    <label class="timeout" title="How many pass the barrier together"><span class="soft">together</span>
      <select data-testid="size" value=${chosen.barrierSize} onChange=${(event) => choose({ barrierSize: Number(event.target.value) })}>
        ${SIZES.map((size) => html`<option key=${size} value=${size}>${size}</option>`)}
      </select></label>
  `;
}

function Task({ chosen, choose }) {
  return html`
    <label class="timeout" title="How long those started next work inside, some more and some less"><span class="soft">work</span>
      <select data-testid="task" value=${chosen.barrierTask} onChange=${(event) => choose({ barrierTask: Number(event.target.value) })}>
        ${TASKS.map((seconds) => html`<option key=${seconds} value=${seconds}>${seconds} s</option>`)}
      </select></label>
  `;
}
