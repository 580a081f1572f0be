// The frame of a question or a help text: a modal dialog of the browser's own.
import { html, useEffect, useRef } from "../html.js";

/** The focus stays in it, and goes back to where it was, in whatever way it is closed. */
export function Dialog({ title, close, children }) {
  const element = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
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
