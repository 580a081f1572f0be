// The progress of starting and stopping many candidates; a click ends a start under way.
import { count } from "../format.js";
import { html } from "../html.js";
import { panel } from "../kit/panel.js";

export const Crowd = panel(({ state, choose }) => {
  const { starting, stopping } = state?.crowd ?? {};
  if (!starting && !stopping) return null;
  return html`
    <div class="underway" data-testid="crowd">
      ${starting && html`<${Progress} name="starting" words="Starting" done=${starting.started} of=${starting.of} />`}
      ${stopping && html`<${Progress} name="stopping" words="Stopping" done=${stopping.ended} of=${stopping.of} />`}
      ${starting && !state.read_only && html`<button class="quiet" data-testid="crowd-stop"
        title="Stop all candidates of all views" onClick=${() => choose({ dialog: "stop-everything" })}>Stop all</button>`}
    </div>
  `;
});

function Progress({ name, words, done, of }) {
  const all = `${words} ${count(of)} candidates`;
  return html`
    <span data-testid=${`crowd-${name}`}>${words} ${count(done)} of ${count(of)} candidates</span>
    <progress max=${of} value=${done} aria-label=${all}></progress>
  `;
}
