// The address names something that is not here: say so, and offer what is here.
import { html } from "../html.js";

export function Missing(view) {
  const { missing, state, choose, here } = view;
  const { name, section, thing, path } = missing;
  const { why, Offer } = here.absent ?? {};
  const others = Object.keys(state[section] ?? {});
  const show = (other) => choose({ [name]: other, candidate: null });
  return html`
    <div class="missing" data-testid="missing" role="status">
      <p class="story"><span>There is no ${thing} at <code><bdi>${path}</bdi></code> here.</span></p>
      <p>${why?.(state, path) ?? `The dashboard follows no ${thing} at this path, and knows no members there.`}</p>
      <p class="offers">
        ${Offer && !state.read_only && html`<${Offer} ...${view} />`}
        ${others.map((other) => html`<button key=${other} data-testid="missing-other" onClick=${() => show(other)}>show <code><bdi>${other}</bdi></code></button>`)}
        ${!others.length && html`<button data-testid="missing-none" onClick=${() => show(null)}>begin with another ${thing}</button>`}
      </p>
    </div>
  `;
}
