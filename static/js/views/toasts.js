// The messages about what could not be done, and why. The newest show; earlier ones are a click away. They leave by
// themselves, but not while a pointer or the focus is on them.
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
          ({ id, text, tone }) => html`
        <div class=${`toast is-${tone}`} key=${id} data-testid="toast"><span>${text}</span>
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
