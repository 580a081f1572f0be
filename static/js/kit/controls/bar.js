// The controls of a view: which of its subjects is shown, and what the view has beside that.
import { html } from "../../html.js";
import { Paths, entriesOf } from "./paths.js";

export function Bar(view) {
  const { state, here, choose } = view;
  const { subject: { name, thing }, within, narrows: Narrows, controls: Controls } = here;
  return html`
    <div class="controls">
      <${Paths} label=${thing[0].toUpperCase() + thing.slice(1)} testid=${name} value=${view[name]?.path} entries=${entriesOf(view)}
        pick=${(path) => choose({ [name]: path, candidate: null, unfolded: false, ...within })}
        other=${state.read_only ? null : () => choose({ dialog: "another" })} />
      ${Narrows && html`<${Narrows} ...${view} />`}
      ${state.read_only ? html`<${ReadOnly} />` : html`<${Controls} ...${view} />`}
    </div>
  `;
}

export const ReadOnly = () => html`<span class="chip" data-testid="read-only">read-only: watching</span>`;
