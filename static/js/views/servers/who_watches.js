// The button that opens the list of all watches that the servers hold.
import { html } from "../../html.js";

const LIST = { view: "znodes", znode: "/", znodeTab: "watches", tab: "stage" };

export function WhoWatches({ choose }) {
  return html`<button class="filter who-watches-link" data-testid="to-watches" title="All watches that the servers list"
    onClick=${() => choose(LIST)}>who watches what</button>`;
}
