// What lies over the page: messages, and the progress of starting and stopping many candidates.
import { count } from "../format.js";
import { html, useState } from "../html.js";
import { panel } from "../kit/panel.js";

const SHOWN = 2;

export const Toasts = panel(({ page, actions }) => {
  const [isOpen, open] = useState(false);
  const { toasts } = page;
  const several = toasts.length > SHOWN;
  const shown = several && isOpen ? toasts : toasts.slice(-SHOWN);
  return html`
    <div class="toasts" role="region" aria-label="Messages" onmouseenter=${() => actions.hold("hover", true)} onmouseleave=${() => actions.hold("hover", false)}
      onfocusin=${() => actions.hold("focus", true)} onfocusout=${() => actions.hold("focus", false)}>
      ${several && html`<${Earlier} of=${toasts.length} isOpen=${isOpen} open=${open} actions=${actions} />`}
      <div class="toast-list" aria-live="assertive">
        ${shown.map(
          ({ id, text, tone, docs }) => html`
        <div class=${`toast is-${tone}`} key=${id} data-testid="toast"><span>${text}${docs && html` <a href=${docs} target="_blank">Why?</a>`}</span>
          <button class="icon" title="Dismiss (Esc: all)" onClick=${() => actions.dismiss(id)}>✕<span
            class="sr"> Dismiss</span></button></div>`,
        )}
      </div>
    </div>
  `;
}, ({ page, actions }) => [page.toasts, actions]);

function Earlier({ of, isOpen, open, actions }) {
  return html`
    <div class="toast-more">
      <button data-testid="toasts-earlier" aria-expanded=${isOpen} onClick=${() => open(!isOpen)}>${
        isOpen ? "Show only the newest" : `${of - SHOWN} earlier`
      }</button>
      <button data-testid="toasts-dismiss" title="Dismiss all messages (Esc)" onClick=${() => actions.dismiss()}>Dismiss all</button>
    </div>
  `;
}

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
