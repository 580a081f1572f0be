// What happened, newest first, filtered by group, by text, or by candidate.
import { clockTime, count, duration, plural } from "../format.js";
import { html, useMemo, useRef, useState } from "../html.js";
import { Toolbar } from "../kit/controls/elements.js";
import { panel } from "../kit/panel.js";
import { Part, textOf } from "../kit/parts.js";
import { query } from "../rest.js";
import { Narrowed, isIn, windowOf } from "../time/window.js";
import { useVirtual } from "../virtual.js";
import { ELSEWHERE, belongsTo, placesOf } from "./places.js";

const ROW_REM = 2.75;
const PAGE = 1000; // events asked for at once
const PAGES = 10; // asked for by one press, while no event matches
const ROUNDED_S = 0.0001; // for moments computed from rounded milliseconds
const READ_LATE_S = 0.01; // the event that ends it may be recorded just after it
const GROUPS = {
  processes: "processes",
  beliefs: "beliefs",
  watches: "notifications",
  recipes: "recipes",
  checks: "checks",
  znodes: "znodes",
  workbench: "workbench",
  lists: "server's lists",
  servers: "ZooKeeper",
  [ELSEWHERE]: "elsewhere",
}; // the groups of events that the list shows or hides together, in words
const HIDDEN_AT_FIRST = ["checks", "znodes", "lists", ELSEWHERE];

export const Events = panel((view) => {
  const [hidden, hide] = useState(() => new Set(HIDDEN_AT_FIRST));
  const [text, setText] = useState("");
  const [onlyChosen, setOnlyChosen] = useState(false);
  const only = onlyChosen ? view.chosen.candidate : null;
  const places = placesOf(view);
  const isOfHere = belongsTo(places, view.state.candidates);
  const isMeant = useMemo(() => filter(hidden, text.trim().toLowerCase(), only), [hidden, text, only]);
  const window = windowOf(view.chosen.window);
  const wallOf = ({ wall, at }) => wall ?? view.clock.wallOf(at);
  const isListed = (event) => isIn(window, wallOf(event)) && isMeant(event);
  const passes = (event) => (!hidden.has(ELSEWHERE) || isOfHere(event)) && isListed(event);
  const shown = useShown(view.events, passes, [isMeant, places.join(), view.chosen.window]);
  const elsewhere = shown.length || !hidden.has(ELSEWHERE) ? 0 : view.events.filter(isListed).length;
  const showAll = () => hide(new Set([...hidden].filter((group) => group !== ELSEWHERE)));
  return html`
    <section class="events" aria-label="What happened">
      <h2>What happened <span class="soft number">${plural(shown.length, "event")}</span></h2>
      <div class="filters">
        <input type="search" placeholder="Filter" aria-label="Filter events by text" data-testid="events-filter"
          value=${text} onInput=${(event) => setText(event.target.value)} spellcheck="false" />
        <${Narrowed} window=${window} choose=${view.choose} />
        <${Groups} hidden=${hidden} hide=${hide} />
        ${view.chosen.candidate && html`<button class="filter only" aria-pressed=${onlyChosen}
          data-testid="events-only"
          onClick=${() => setOnlyChosen(!onlyChosen)}>only ${view.chosen.candidate}</button>`}
      </div>
      <${List} ...${view} shown=${shown} elsewhere=${elsewhere} showAll=${showAll} passes=${passes} isBefore=${(event) => window && wallOf(event) < window.from} sinceOf=${sinceOf(view.here.moment?.(view), isOfHere)} />
    </section>
  `;
}, factsOf);

function factsOf(view) {
  const { at, until } = view.here.moment?.(view) ?? {};
  return [view.events, view.past, view.here, view.chosen, view.page, placesOf(view).join(), at, until];
}

/** Return the events that pass, latest first; if new ones have only joined the list, only they are filtered. */
function useShown(events, passes, filters) {
  const last = useRef({ events: [], shown: [], filters: [] });
  const { events: known, shown, filters: before } = last.current;
  const dropped = filters.every((filter, at) => filter === before[at]) ? known.indexOf(events[0]) : -1;
  const end = known.length - dropped;
  const goesOn = dropped >= 0 && events[end - 1] === known.at(-1);
  const fresh = events.slice(goesOn ? end : 0).filter(passes).reverse();
  const kept = goesOn ? shown.filter(({ seq }) => seq >= events[0].seq) : [];
  last.current = { events, shown: [...fresh, ...kept], filters };
  return last.current.shown;
}

function Groups({ hidden, hide }) {
  const turn = (name) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    hide(next);
  };
  return html`<${Toolbar} label="Kinds of events">${Object.entries(GROUPS).map(
    ([name, word]) =>
      html`<button key=${name} class="filter" aria-pressed=${!hidden.has(name)} data-testid=${`events-${name}`}
        onClick=${() => turn(name)}>${word}</button>`,
  )}<//>`;
}

function filter(hidden, text, only) {
  return (event) => {
    if (hidden.has(event.group)) return false;
    if (!only && !text) return true;
    const parts = event.words;
    if (only && event.subject !== only && !parts.some((part) => part.who === only)) return false;
    return (
      !text || `${parts.map(textOf).join("")} ${event.kind} ${event.subject}`.toLowerCase().includes(text)
    );
  };
}

function List({ shown, elsewhere, showAll, passes, isBefore, sinceOf, ...view }) {
  const { clock, choose } = view;
  const scroller = useRef(null);
  const virtual = useVirtual({
    count: shown.length,
    getScrollElement: () => scroller.current,
    rowRem: ROW_REM,
    getItemKey: (index) => shown[index].seq,
    overscan: 6,
  });
  return html`
    <div class="scroller" ref=${scroller} role="log" aria-live="off" aria-label="Events" tabindex="0"
      data-testid="events">
      <div class="rows" style=${{ height: `${virtual.getTotalSize()}px` }}>
        ${virtual.getVirtualItems().map((item) => html`<${Row} key=${item.key} item=${item}
          event=${shown[item.index]} since=${sinceOf(shown[item.index])} clock=${clock} choose=${choose} />`)}
      </div>
      ${!shown.length && html`<${Nothing} elsewhere=${elsewhere} known=${view.events.length} showAll=${showAll} />`}
      <${Past} ...${view} passes=${passes} isBefore=${isBefore} />
    </div>
  `;
}

/** Say that nothing is listed, and whether that is so only because it happened elsewhere. */
function Nothing({ elsewhere, known, showAll }) {
  if (!known) return html`<p class="note">Nothing has happened yet.</p>`;
  if (!elsewhere) return html`<p class="note">No event matches the filters: they hide all of the newest ${count(known)}.</p>`;
  return html`<p class="note">None of these concerns what the view shows. <button data-testid="events-show-elsewhere"
    onClick=${showAll}>Show ${plural(elsewhere, "event")} elsewhere</button></p>`;
}

/** Offer earlier events at the end of the list, or say where the journal begins. */
function Past({ past, events, page, actions, takeEarlier, passes, isBefore, clock }) {
  const looks = useRef(null); // what is looked for, by the filters of now; null once the reader stops it
  const [searched, say] = useState(false); // in vain
  if (looks.current) looks.current = passes;
  if (!past || (events.length && isBefore(events[0]))) return null;
  if (past.begins) return html`<p class="note" data-testid="events-begin">${beginning(past, events[0], clock)}</p>`;
  const more = async () => {
    let [left, fresh] = [past, []];
    looks.current = passes;
    const goesOn = () => left && !left.begins && looks.current && !fresh.some(looks.current) && !fresh.some(isBefore);
    for (let pages = 0; pages < PAGES && goesOn(); pages += 1) {
      const answer = await actions.attempt("earlier", "GET", query("events", { before: left.before, limit: PAGE }));
      fresh = answer ? takeEarlier(answer) : [];
      left = answer && { before: answer.next, begins: answer.begins };
    }
    looks.current = null;
    say(!fresh.some(passes));
  };
  const isBusy = Boolean(looks.current);
  const back = searched && events.length > 0 && html`<span data-testid="events-searched">No other event matches, back to ${clockTime(events[0].wall ?? clock.wallOf(events[0].at))}.</span>${" "}`;
  return html`<p class="note">${!isBusy && back}<button data-testid="events-earlier" aria-busy=${isBusy} disabled=${isBusy || page.busy.has("earlier")}
    onClick=${more}>Show earlier</button>${isBusy && html` <button data-testid="events-stop" onClick=${() => (looks.current = null)}>Stop</button>`}</p>`;
}

function beginning({ whole }, first, clock) {
  const at = first ? ` at ${clockTime(first.wall ?? clock.wallOf(first.at))}` : "";
  return whole ? `The dashboard started${at}: it knows nothing about the time before.` : `The journal begins${at}: earlier events are no longer kept.`;
}

function Row({ item, event, since, clock, choose }) {
  const wall = event.wall ?? clock.wallOf(event.at);
  const chooses = choosing(event, choose);
  return html`
    <div class=${`event tone-${event.tone} ${since === null ? "" : "hot"}`}
      data-testid="event-row" data-kind=${event.kind} data-seq=${event.seq}
      title=${`${event.words.map(textOf).join("")}\n${event.kind} · ${clockTime(wall, true)} · #${event.seq}`}
      style=${{ transform: `translateY(${item.start}px)` }} onClick=${chooses} ...${chooses && asButton(chooses)}>
      <time>${since === null ? clockTime(wall) : `+${since < ROUNDED_S ? "0 ms" : duration(since)}`}</time>
      <${Said} parts=${event.words} />
    </div>
  `;
}

// A panel, not a drawing that is kept: that would hold on to the whole page as it was when it was drawn first.
const Said = panel(({ parts }) => html`<span>${parts.map((part) => html`<${Part} part=${part} />`)}</span>`, ({ parts }) => [parts]);

/** Return what lets the keyboard do what a click does. */
function asButton(does) {
  const press = (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), does());
  return { role: "button", tabindex: 0, onKeyDown: press };
}

/** Return what a click on an event does: choose its candidate or its server. */
function choosing({ kind, subject }, choose) {
  if (kind.startsWith("candidate.")) return () => choose({ candidate: subject });
  return kind.startsWith("server.") ? () => choose({ server: subject }) : undefined;
}

/** Return event -> seconds since the view's moment; null for events outside it. */
function sinceOf(moment, isOfHere) {
  if (!moment) return () => null;
  const { at, until } = moment;
  const isWithin = (event) => event.at >= at - ROUNDED_S && event.at <= until + READ_LATE_S;
  return (event) => (isWithin(event) && isOfHere(event) ? Math.max(0, event.at - at) : null);
}
