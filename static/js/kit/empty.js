// The drawing of a view before anybody is there: what will appear, and a button that begins.
import { html } from "../html.js";

export function Empty(view) {
  const { state, page, guide, here } = view;
  const { path, nobody, watching, says, button, busy, start } = here.first;
  const shown = view[here.subject?.name]?.path ?? path;
  return html`
    <h3>${nobody(shown)}</h3>
    <p>${state.read_only ? watching : says}</p>
    ${
      !state.read_only &&
      html`<p><button class="primary" data-testid="start-first" disabled=${page.busy.has(busy)}
        onClick=${() => start(view, { path: shown })}>${button}</button>
        <button data-testid="tour-first" onClick=${() => guide.begin(here.id)}>Take the guided tour</button></p>`
    }
  `;
}

/** Draw it in the middle of the picture. */
export function NobodyYet(view) {
  return html`<div class="nobody-yet"><${Empty} ...${view} /></div>`;
}
