// Says that the page is made of its files one by one, until the reader knows.
import { html, useState } from "../html.js";

const WHY = "The page's bundle was not made of the scripts and stylesheets that are there: these are served one by one. `make bundle` makes it of them.";

export function Unbundled() {
  const [isKnown, know] = useState(false);
  return !isKnown && html`<button class="chip unbundled" title=${`${WHY} Click to dismiss.`} data-testid="unbundled"
    onClick=${() => know(true)}>bundle is old <span aria-hidden="true">✕</span></button>`;
}
