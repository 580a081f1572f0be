// The page as a whole: header, three columns (tabs where it is narrow), what floats above.
import { html } from "../html.js";
import { Banner } from "./banner.js";
import { Controls } from "./controls.js";
import { Details } from "./details.js";
import { Dialogs } from "./dialogs.js";
import { Events } from "./events.js";
import { HandoffBar } from "./handoff.js";
import { Header } from "./header.js";
import { Invariants } from "./invariants.js";
import { Recipe } from "./recipe.js";
import { Server } from "./server.js";
import { Servers } from "./servers.js";
import { Legend, Stage } from "./stage.js";
import { Story } from "./story.js";
import { Tabs } from "./tabs.js";
import { Toasts } from "./toasts.js";
import { Tree } from "./tree.js";

export function App(view) {
  return html`
    <${Header} ...${view} />
    <${Banner} ...${view} />
    ${view.state ? html`<${Columns} ...${view} />` : html`<main class="waiting" aria-busy="true"></main>`}
    <${Toasts} ...${view} />
    <${Dialogs} ...${view} />
  `;
}

function Columns(view) {
  return html`
    <${Tabs} ...${view} />
    <main>
      <aside class="left panel-znodes" aria-label="Znodes">
        <${Tree} ...${view} />
        <${Details} ...${view} />
      </aside>
      <section class="centre panel-stage" aria-label="Election">
        <${Story} ...${view} />
        <${Controls} ...${view} />
        <${Stage} ...${view} />
        <${Servers} ...${view} />
        <${Legend} />
        <div class="foot">
          <${HandoffBar} ...${view} />
          <${Invariants} ...${view} />
        </div>
      </section>
      <aside class="right" aria-label="Recipe and events">
        <${Server} ...${view} />
        <${Recipe} ...${view} />
        <${Events} ...${view} />
      </aside>
    </main>
  `;
}
