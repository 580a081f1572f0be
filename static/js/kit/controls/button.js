// Buttons that ask the dashboard for something: each waits while page.busy has its name.
import { html } from "../../html.js";

/** Draw a button. why: why it cannot be pressed now; null if it can. */
export function Do({ page, name, testid = name, look = "", why = null, title, run, children }) {
  const busy = page.busy.has(name);
  return html`<button class=${look} data-testid=${testid} disabled=${Boolean(why) || busy} aria-busy=${busy} title=${why ?? title}
    onClick=${run}>${children}</button>`;
}

/** Draw a switch, which is on or off. */
export function Switch({ page, name, testid = name, look = "", on, title, run, children }) {
  return html`<button class=${`switch ${look}`} role="switch" aria-checked=${on} data-testid=${testid} title=${title}
    disabled=${page.busy.has(name)} onClick=${run}><i aria-hidden="true"></i>${children}</button>`;
}
