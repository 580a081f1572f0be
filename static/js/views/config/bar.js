// The controls of a configuration: which one, how many subscribers, what happens to whom.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { Act } from "../controls/act.js";
import { Paths } from "../controls/paths.js";
import { Start, Timeout } from "../controls/start.js";

export const START = [1, 5, 20];
export const FIRST = "/config";

export function startSubscribers({ configuration, chosen, actions }, count, path = configuration?.path ?? FIRST) {
  const body = { path, count, session_timeout: chosen.timeout };
  return actions.attempt(`start-${count}`, "POST", "configurations", body);
}

export function Bar(view) {
  const { state, configuration, choose } = view;
  const others = state.read_only ? null : () => choose({ dialog: "another-configuration" });
  const entries = Object.values(state.configurations ?? {}).map(({ path, subscribers }) => ({
    path,
    word: plural(Object.keys(subscribers).length, "subscriber"),
  }));
  return html`
    <div class="controls">
      <${Paths} label="Configuration" testid="configuration" value=${configuration?.path} entries=${entries} other=${others}
        pick=${(path) => choose({ configuration: path, candidate: null })} />
      ${
        state.read_only
          ? html`<span class="chip" data-testid="read-only">read-only: watching</span>`
          : html`<${Start} ...${view} counts=${START} what="subscribers" start=${(count) => startSubscribers(view, count)} />
            <${Timeout} ...${view} /><${Act} ...${view} />`
      }
    </div>
  `;
}
