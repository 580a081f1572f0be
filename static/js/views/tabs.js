// The tabs of a narrow screen, which shows one panel at a time.
import { html } from "../html.js";
import { panel } from "../kit/panel.js";
import { walking } from "../kit/walk.js";

const TABS = [
  ["stage", null], // its name is the view's title
  ["znodes", "Tree"],
  ["recipe", "Recipe"],
  ["events", "Events"],
];

export const Tabs = panel(({ here, chosen, choose }) => {
  return html`
    <nav aria-label="Panels">
      <div class="tabs" role="tablist" aria-label="Panels" onKeyDown=${walking(TABS.length, (at) => choose({ tab: TABS[at][0] }))}>
        ${TABS.map(
          ([tab, word]) => html`
          <button key=${tab} role="tab" data-testid=${`tab-${tab}`} aria-selected=${chosen.tab === tab}
            tabindex=${chosen.tab === tab ? 0 : -1}
            onClick=${() => choose({ tab })}>${word ?? here.title}</button>`,
        )}
      </div>
    </nav>
  `;
}, ({ here, chosen }) => [here, chosen.tab]);
