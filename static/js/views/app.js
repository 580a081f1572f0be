// The page as a whole: header, three columns (tabs where it is narrow), what floats above.
import { html } from "../html.js";
import { Banner } from "./banner.js";
import { Crowd } from "./crowd.js";
import { Details } from "./details.js";
import { Dialogs } from "./dialogs.js";
import { Events } from "./events.js";
import { Header } from "./header.js";
import { Missing } from "./missing.js";
import { Recipe } from "./recipe.js";
import { Server } from "./server.js";
import { Tabs } from "./tabs.js";
import { Toasts } from "./toasts.js";
import { Tour } from "./tour.js";
import { Tree } from "./tree.js";

export function App(view) {
  return html`
    <${Header} ...${view} />
    <${Banner} ...${view} />
    <${Crowd} ...${view} />
    ${view.state ? html`<${Columns} ...${view} />` : html`<main class="waiting" aria-busy="true"></main>`}
    <${Toasts} ...${view} />
    <${Dialogs} ...${view} />
  `;
}

function Columns(view) {
  const { here, missing } = view;
  return html`
    <${Tabs} ...${view} />
    <main>
      <aside class="left panel-znodes" aria-label="Znodes">
        <${Tree} ...${view} choose=${here.tree?.choose?.(view) ?? view.choose} />
        ${!here.tree?.details && html`<${Details} ...${view} />`}
      </aside>
      <section class="centre panel-stage" id="centre" role="tabpanel" aria-label=${here.title} data-testid="centre"
        data-view=${here.id}>
        <${missing ? Missing : here.component} key=${missing ? "missing" : here.id} ...${view} />
      </section>
      <aside class="right" aria-label="Recipe and events">
        <${Server} ...${view} />
        <${Recipe} ...${view} />
        <${Events} ...${view} />
      </aside>
      <${Tour} ...${view} />
    </main>
  `;
}
