// The whole page: header, stage and column (tabs if it is narrow), time bar, and what lies above.
import { html } from "../html.js";
import { Watches } from "../kit/controls/bar.js";
import { later } from "../kit/later.js";
import { panel } from "../kit/panel.js";
import { TimeBar } from "../time/bar.js";
import { Banner } from "./banner.js";
import { Column } from "./column.js";
import { Dialogs } from "./dialogs.js";
import { Header } from "./header.js";
import { Crowd, Toasts } from "./notices.js";
import { Tour } from "./tour.js";

const Code = later(() => import("../room/code.js"), "Code");
const IS_BUNDLED = !import.meta.url.endsWith("/views/app.js");
const Unbundled = later(() => import("./unbundled.js"), "Unbundled");

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
      ${!IS_BUNDLED && html`<${Unbundled} />`}
      <${Toasts} ...${view} />
    </div>
    <${Dialogs} ...${view} />
    ${view.page.you?.role === "presenter" && view.chosen.projector && html`<${Code} ...${view} />`}
  `;
}

const Centre = panel((view) => html`<${view.missing ? Missing : view.here.component} ...${view} />`, (view) => view.concerns()?.concat(view.reel.shown()?.store.seq));

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

function Missing(view) {
  const { missing, state, choose, here } = view;
  const { name, section, thing, path } = missing;
  const { why, Offer } = here.absent ?? {};
  const others = Object.keys(state[section] ?? {});
  const show = (other) => choose({ [name]: other, candidate: null });
  return html`
    <div class="missing" data-testid="missing" role="status">
      <div class="story"><span>There is no ${thing} at <code><bdi>${path}</bdi></code> here.</span></div>
      <p>${why?.(state, path) ?? `The dashboard follows no ${thing} at this path, and knows no members there.`}</p>
      <p class="offers">
        ${state.read_only ? html`<${Watches} ...${view} />` : Offer && html`<${Offer} ...${view} />`}
        ${others.map((other) => html`<button key=${other} data-testid="missing-other" onClick=${() => show(other)}>show <code><bdi>${other}</bdi></code></button>`)}
        ${!others.length && html`<button data-testid="missing-none" onClick=${() => show(null)}>begin with another ${thing}</button>`}
      </p>
    </div>
  `;
}
