// The controls of a configuration: the configuration, how many subscribers, and actions.
import { html } from "../../html.js";
import { Act } from "../../kit/controls/act.js";
import { Start, Timeout } from "../../kit/controls/start.js";

export const START = [1, 5, 20];
export const FIRST = "/config";

export function startSubscribers({ configuration, chosen, actions }, count, path = configuration?.path ?? FIRST) {
  const body = { path, count, session_timeout: chosen.timeout };
  return actions.attempt(`start-${count}`, "POST", "configurations", body);
}

export function Controls(view) {
  return html`<${Start} ...${view} counts=${START} what="subscribers" start=${(count) => startSubscribers(view, count)} />
    <${Timeout} ...${view} /><${Act} ...${view} />`;
}
