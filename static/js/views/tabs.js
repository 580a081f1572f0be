// On a narrow screen one panel is shown at a time.
import { html } from "../html.js";

const TABS = [
  ["stage", null], // named by the view that it shows
  ["znodes", "Tree"],
  ["recipe", "Recipe"],
  ["events", "Events"],
];

export function Tabs({ here, chosen, choose }) {
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const at = [...event.currentTarget.children].indexOf(event.target); // what is drawn may be a frame late
    const next = (at + step + TABS.length) % TABS.length;
    choose({ tab: TABS[next][0] });
    event.currentTarget.children[next].focus();
  };
  return html`
    <div class="tabs" role="tablist" aria-label="Panels" onKeyDown=${move}>
      ${TABS.map(
        ([tab, word]) => html`
        <button key=${tab} role="tab" data-testid=${`tab-${tab}`} aria-selected=${chosen.tab === tab}
          tabindex=${chosen.tab === tab ? 0 : -1}
          onClick=${() => choose({ tab })}>${word ?? here.title}</button>`,
      )}
    </div>
  `;
}
