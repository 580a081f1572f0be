// A button for an action that cannot be undone: the first click asks, the second one does it.
import { html, useEffect, useState } from "../html.js";

const ARMED_MS = 4000;

/** Draw the button. asks: its text after the first click; without it, the first click does it. */
export function Sure({ children, asks, run, testid, disabled = false }) {
  const [isArmed, arm] = useState(false);
  useEffect(() => {
    if (!isArmed) return undefined;
    const timer = setTimeout(() => arm(false), ARMED_MS);
    return () => clearTimeout(timer);
  }, [isArmed]);
  const click = () => (isArmed || !asks ? run() : arm(true));
  return html`<button type="button" data-testid=${testid} class=${isArmed ? "danger" : ""} disabled=${disabled}
    onClick=${click}>${isArmed ? asks : children}</button>`;
}
