// The frame of a question or a help text: a modal dialog of the browser's own.
import { html, useEffect, useRef } from "../html.js";

export function Dialog({ title, close, children }) {
  const element = useRef(null);
  useEffect(() => {
    element.current.showModal();
  }, []);
  return html`
    <dialog ref=${element} onClose=${close} aria-label=${title}
      onClick=${(event) => event.target === element.current && close()}>
      <div class="dialog-body"><h2>${title}</h2>${children}</div>
    </dialog>
  `;
}
