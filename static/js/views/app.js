// The whole page: header, three columns (tabs if it is narrow), and what floats above.
import { html } from "../html.js";
import { panel } from "../kit/panel.js";
import { TimeBar } from "../time/bar.js";
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
    <div class="beneath">
      ${view.state && html`<${TimeBar} key=${view.reel.live.document?.history?.replays?.file} ...${view} />`}
      <${Toasts} ...${view} />
    </div>
    <${Dialogs} ...${view} />
  `;
}

const Centre = panel((view) => html`<${view.missing ? Missing : view.here.component} ...${view} />`, (view) => view.concerns());

function Columns(view) {
  const { here, missing } = view;
  return html`
    <${Tabs} ...${view} />
    <main>
      <aside class="left panel-znodes" aria-label="Znodes">
        <${Tree} ...${view} />
        ${!here.tree?.details && html`<${Details} ...${view} />`}
      </aside>
      <section class="centre panel-stage" id="centre" role="tabpanel" key=${here.id} aria-label=${here.title} data-testid="centre"
        data-view=${here.id}>
        <h2 class="sr">${here.title}</h2>
        <${Centre} key=${`${missing ? "missing" : "view"} ${view.reel.jumps()}`} ...${view} />
      </section>
      <aside class="right" aria-label="Recipe and events">
        <${Server} ...${view} />
        <${Recipe} key=${here.id} ...${view} />
        <${Events} ...${view} />
      </aside>
      <${Tour} ...${view} />
    </main>
  `;
}
