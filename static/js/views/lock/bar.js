// The controls of a lock: which one, how many clients and what kind, the switch, what happens to whom.
import { html } from "../../html.js";
import { Act } from "../controls/act.js";
import { Paths } from "../controls/paths.js";
import { Start, Timeout } from "../controls/start.js";

const TASKS = [0.2, 0.5, 1, 2, 5, 10];
const LIMITS = [null, 1, 2, 5, 10, 30];
const FIRST = "/lock";

export function startClients({ lock, chosen, actions }, count, path = lock?.path ?? FIRST) {
  const body = { path, count, session_timeout: chosen.timeout, task: chosen.lockTask, within: chosen.lockLimit };
  return actions.attempt(`start-${count}`, "POST", "locks", body);
}

export function switchLock({ lock, actions }) {
  return actions.attempt("locking", "POST", "locks/locking", { path: lock.path, on: !lock.locking });
}

export function Bar(view) {
  const { state, lock, choose } = view;
  const others = state.read_only ? null : () => choose({ dialog: "another-lock" });
  const locks = Object.values(state.locks ?? {}).map(({ path, chain }) => ({ path, word: `${chain.length} in it` }));
  return html`
    <div class="controls">
      <${Paths} label="Lock" testid="lock" value=${lock?.path} entries=${locks} other=${others}
        pick=${(path) => choose({ lock: path, candidate: null, unfolded: false })} />
      ${state.read_only && html`<span class="chip" data-testid="read-only">read-only: watching</span>`}
      ${
        !state.read_only &&
        html`<${Start} ...${view} counts=${[1, 3, 5]} what="clients" start=${(count) => startClients(view, count)} />
          <${Timeout} ...${view} /><${Length} ...${view} /><${Limit} ...${view} />
          ${lock && html`<${Switch} ...${view} />`}<${Act} ...${view} />`
      }
    </div>
  `;
}

function Length({ chosen, choose }) {
  return html`
    <label class="timeout" title="How long the clients started next work on the file, each time they hold the lock">
      <span class="soft">task</span>
      <select data-testid="task" value=${chosen.lockTask}
        onChange=${(event) => choose({ lockTask: Number(event.target.value) })}>
        ${TASKS.map((seconds) => html`<option key=${seconds} value=${seconds}>${seconds} s</option>`)}
      </select>
    </label>
  `;
}

function Limit({ chosen, choose }) {
  return html`
    <label class="timeout" title="How long the clients started next wait for the lock before they give up">
      <span class="soft">waits</span>
      <select data-testid="limit" value=${chosen.lockLimit ?? ""}
        onChange=${(event) => choose({ lockLimit: Number(event.target.value) || null })}>
        ${LIMITS.map(
          (seconds) => html`<option key=${seconds} value=${seconds ?? ""}>${
            seconds === null ? "for ever" : `at most ${seconds} s`
          }</option>`,
        )}
      </select>
    </label>
  `;
}

function Switch(view) {
  const { lock, page } = view;
  const does = lock.locking ? "Take the lock away: all work on the file at once" : "Give the lock back: one at a time";
  return html`
    <button class="switch" role="switch" aria-checked=${lock.locking} data-testid="locking" title=${`${does} (l)`}
      disabled=${page.busy.has("locking")} onClick=${() => switchLock(view)}><i aria-hidden="true"></i>${
        lock.locking ? "lock on" : "lock off"
      }</button>
  `;
}
