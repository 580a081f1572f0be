// The frame of a question or a help text: the browser's own modal dialog.
import { html, useEffect, useRef } from "../html.js";

/** Draw the frame; the focus stays in it, and returns to its old place however the dialog is closed. */
export function Dialog({ title, close, children }) {
  const element = useRef(null);
  useEffect(() => {
    const before = /** @type {HTMLElement} */ (document.activeElement);
    element.current.showModal();
    return () => before.focus({ preventScroll: true }); // the browser does so after Esc only
  }, []);
  return html`
    <dialog ref=${element} onClose=${close} aria-label=${title}
      onClick=${(event) => event.target === element.current && close()}>
      <div class="dialog-body"><h2>${title}</h2>${children}</div>
    </dialog>
  `;
}
