// The whole page: header, stage and column (tabs if it is narrow), time bar, and what lies above.
import { html } from "../html.js";
import { panel } from "../kit/panel.js";
import { TimeBar } from "../time/bar.js";
import { Banner } from "./banner.js";
import { Column } from "./column.js";
import { Crowd } from "./crowd.js";
import { Dialogs } from "./dialogs.js";
import { Header, Unbundled } from "./header.js";
import { Missing } from "./missing.js";
import { Toasts } from "./toasts.js";
import { Tour } from "./tour.js";

export function App(view) {
  return html`
    <${Header} ...${view} />
    ${view.state ? html`<${Stage} ...${view} />` : html`<main class="waiting" aria-busy="true"></main>`}
    <div class="beneath">
      ${view.state && html`<${TimeBar} key=${view.reel.live.document?.history?.replays?.file} ...${view} />`}
    </div>
    <div class="notices">
      <${Banner} ...${view} />
      <${Crowd} ...${view} />
      <${Unbundled} />
      <${Toasts} ...${view} />
    </div>
    <${Dialogs} ...${view} />
  `;
}

const Centre = panel((view) => html`<${view.missing ? Missing : view.here.component} ...${view} />`, (view) => view.concerns());

function Stage(view) {
  const { here, missing } = view;
  return html`
    <main>
      <${Tour} ...${view} />
      <section class="centre panel-stage" id="centre" role="tabpanel" key=${here.id} aria-label=${here.title} data-testid="centre"
        data-view=${here.id}>
        <h2 class="sr">${here.title}</h2>
        <${Centre} key=${`${missing ? "missing" : "view"} ${view.reel.jumps()}`} ...${view} />
      </section>
      <${Column} ...${view} />
    </main>
  `;
}
