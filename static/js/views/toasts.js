// What could not be done, and why.
import { html } from "../html.js";

export function Toasts({ page, actions }) {
  return html`
    <div class="toasts" role="region" aria-label="Messages" aria-live="assertive">
      ${page.toasts.map(
        ({ id, text, tone }) => html`
        <div class=${`toast is-${tone}`} key=${id} data-testid="toast"><span>${text}</span>
          <button class="icon" title="Dismiss" onClick=${() => actions.dismiss(id)}>✕<span
            class="sr"> Dismiss</span></button></div>`,
      )}
    </div>
  `;
}
