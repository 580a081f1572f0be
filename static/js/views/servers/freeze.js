// What happened to the sessions while the server that ends them was frozen.
import { html } from "../../html.js";
import { Part, Spoken, spokenAll } from "../../kit/story.js";

export function Freeze({ state, clock }) {
  const parts = state.zookeeper.freeze?.story ?? [];
  if (!parts.length) return null;
  return html`
    <p class="freeze-line" data-testid="freeze">${parts.map((part) => html`<${Part} part=${part} now=${clock.now()} />`)}</p>
    <${Spoken} text=${spokenAll(parts)} />
  `;
}
