// The column beside the picture: five tabs, of which one shows. In a narrow window the picture is a tab, too.
import { html, useLayoutEffect, useRef } from "../html.js";
import { later } from "../kit/later.js";
import { panel } from "../kit/panel.js";
import { walking } from "../kit/controls/elements.js";
import { isWithin } from "../paths.js";
import { belongsTo, placesOf } from "./places.js";
import { Recipe } from "./recipe.js";

const Events = later(() => import("./events.js"), "Events");
const Znodes = later(() => import("./znodes.js"), "Znodes");
const Ensemble = later(() => import("./servers.js"), "Ensemble");
const MOST_UNSEEN = 99;

/** id: as the address names it; word; group: of the events whose lines it shows, as the list of events groups them. */
export const TABS = [
  { id: "recipe", word: "Recipe", group: "beliefs", Panel: Recipe },
  { id: "events", word: "Events", Panel: Events },
  { id: "znodes", word: "Tree", group: "znodes", Panel: Znodes },
  { id: "work", word: "Work", group: "recipes", Panel: Work },
  { id: "servers", word: "Servers", group: "servers", Panel: Ensemble },
];

/** Return the tab that the column shows: the chosen one, else the last one of this view, else the view's own. */
export function tabOf({ chosen, here }) {
  return chosen.tab === "stage" ? (chosen.columns[here.id] ?? here.column ?? "recipe") : chosen.tab;
}

/** Tell whether the column takes the picture's place, or lies over it: in a narrow window, or on a projector. */
export function isSheet() {
  const { projector } = document.documentElement.dataset;
  return projector === "true" || document.querySelector("[data-tab=stage][role=tab]")?.getClientRects().length > 0;
}

/** Return the choice that closes the column, or opens it. */
export function turned(view) {
  const { tab, beside } = view.chosen;
  if (!isSheet()) return { beside: !beside };
  return { tab: tab === "stage" ? tabOf(view) : "stage" };
}

export function Column(view) {
  const shown = tabOf(view);
  return html`
    <${Tabs} ...${view} shown=${shown} />
    <aside class="column" aria-label="Beside the picture" data-tab=${shown}>
      ${TABS.map(({ id, word, Panel }) => html`
        <section key=${id} class=${`column-panel panel-${id} ${id === shown ? "" : "is-away"}`} id=${`panel-${id}`} role="tabpanel" aria-label=${word}
          data-testid=${`panel-${id}`}><${Panel} ...${view} /></section>`)}
    </aside>
  `;
}

const Tabs = panel((view) => {
  const { here, chosen, choose, shown } = view;
  const unseen = useUnseen(view, shown);
  const tabs = [{ id: "stage", word: here.title }, ...TABS];
  const isShown = (id) => (id === "stage" ? chosen.tab === "stage" : id === shown);
  return html`
    <nav class="tabs" aria-label="Panels">
      <div role="tablist" aria-label="Panels" onKeyDown=${walking((at) => choose({ tab: tabs[at].id }))}>
        ${tabs.map(({ id, word }) => html`
          <button key=${id} role="tab" data-testid=${`tab-${id}`} data-tab=${id} aria-selected=${isShown(id)} aria-controls=${id === "stage" ? "centre" : `panel-${id}`}
            tabindex=${isShown(id) ? 0 : -1} onClick=${() => choose({ tab: id })}>${word}${unseen[id] > 0 && html` <span
            class="unseen number" title=${`${unseen[id]} new since you looked`}>${Math.min(MOST_UNSEEN, unseen[id])}</span>`}</button>`)}
      </div>
    </nav>
  `;
}, (view) => [keyOf(view), view.chosen.tab, view.shown, view.events]);

/** Return tab -> how many lines have come since it was shown last, in this view and of this subject; none in the past. */
function useUnseen(view, shown) {
  const { events, reel } = view;
  const memories = useRef(new Map()); // view and subject -> {seq: of the last event counted, counts}
  const key = keyOf(view);
  const latest = events.at(-1)?.seq ?? 0;
  const isPast = Boolean(reel.shown());
  if (!isPast && !(memories.current.get(key)?.seq <= latest)) memories.current.set(key, { seq: latest, counts: {} });
  const memory = isPast ? { seq: latest, counts: {} } : memories.current.get(key);
  if (latest > memory.seq) {
    const places = placesOf(view);
    const isOfHere = belongsTo(places, view.state.candidates);
    const isBelow = ({ subject }) => !places.length || places.some((place) => isWithin(subject, place));
    for (let at = events.length - 1; at >= 0 && events[at].seq > memory.seq; at -= 1) {
      const event = events[at];
      if (event.group === "znodes" ? isBelow(event) : isOfHere(event)) count(event, memory.counts);
    }
    memory.seq = latest;
  }
  useLayoutEffect(() => void (memory.counts[shown] = 0));
  return { ...memory.counts, [shown]: 0 };
}

const keyOf = ({ here, ...view }) => `${here.id} ${view[here.subject?.name]?.path ?? ""}`;

function count({ group }, counts) {
  for (const tab of TABS) {
    const isItsOwn = tab.group ? tab.group === group : group !== "lists" && group !== "checks" && group !== "znodes";
    if (isItsOwn) counts[tab.id] = Math.min(MOST_UNSEEN, (counts[tab.id] ?? 0) + 1);
  }
}

function Work(view) {
  const { here } = view;
  const entry = here.subject?.section ? view[here.subject.name] : view.state;
  if (!entry || !here.work) return html`<p class="note">${here.work ? "Nobody has worked here yet." : "This view has no work beside its picture."}</p>`;
  return html`<${Drawn} key=${here.id} ...${view} /><p class="note alone">Nothing has happened here yet.</p>`;
}

const Drawn = panel((view) => html`<${view.here.work} ...${view} />`, (view) => view.concerns());
