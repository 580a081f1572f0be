// What happened to the sessions while the server that ends them was frozen.
import { html } from "../../html.js";
import { Part, Spoken, spoken } from "../../kit/story.js";

export function Freeze({ state, clock }) {
  const parts = state.zookeeper.freeze?.story ?? [];
  if (!parts.length) return null;
  return html`
    <p class="freeze-line" data-testid="freeze"><span aria-hidden="true">${parts.map((part) => html`<${Part} part=${part} now=${clock.now()} />`)}</span></p>
    <${Spoken} text=${parts.map(spoken).join("")} />
  `;
}
