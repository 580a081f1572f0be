// What happened, newest first, by group, by text, for one candidate.
import { clockTime, duration, plural } from "../format.js";
import { query } from "../rest.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { isNews, readNews } from "../news.js";
import { serversOf } from "../servers.js";
import { useVirtual } from "../virtual.js";
import { GROUPS, groupOf, textOf, toneOf, wordsOf } from "../words.js";
import { Part } from "./parts.js";
import { ELSEWHERE, belongsTo, placesOf } from "./places.js";

const PAGE = 1000; // events asked for at once
const ROUNDED_S = 0.0001; // moments that were reckoned from rounded milliseconds
const READ_LATE_S = 0.01; // the event that ends it may be written down just after it
const HIDDEN_AT_FIRST = ["checks", "znodes", "lists", ELSEWHERE];

export function Events(view) {
  const [hidden, hide] = useState(() => new Set(HIDDEN_AT_FIRST));
  const [text, setText] = useState("");
  const [onlyChosen, setOnlyChosen] = useState(false);
  const only = onlyChosen ? view.chosen.candidate : null;
  const places = placesOf(view);
  const isOfHere = belongsTo(places, view.state.candidates);
  const passes = useMemo(() => {
    const isMeant = filter(hidden, text.trim().toLowerCase(), only);
    const isHere = hidden.has(ELSEWHERE) ? isOfHere : () => true;
    return (event) => isHere(event) && isMeant(event);
  }, [view.events, hidden, text, only, places.join()]);
  const shown = useMemo(() => readNews(view.events, serversOf(view.state)).filter(passes).reverse(), [passes]);
  return html`
    <section class="events panel-events" aria-label="What happened">
      <h2>What happened <span class="soft number">${plural(shown.length, "event")}</span></h2>
      <div class="filters">
        <input type="search" placeholder="Filter" aria-label="Filter events by text" data-testid="events-filter"
          value=${text} onInput=${(event) => setText(event.target.value)} spellcheck="false" />
        <${Groups} hidden=${hidden} hide=${hide} />
        ${view.chosen.candidate && html`<button class="filter only" aria-pressed=${onlyChosen}
          data-testid="events-only"
          onClick=${() => setOnlyChosen(!onlyChosen)}>only ${view.chosen.candidate}</button>`}
      </div>
      <${List} ...${view} shown=${shown} passes=${passes} sinceOf=${sinceOf(view.here.moment?.(view), isOfHere)} />
    </section>
  `;
}

function Groups({ hidden, hide }) {
  const turn = (name) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    hide(next);
  };
  return [...GROUPS, { name: ELSEWHERE, word: "elsewhere" }].map(
    ({ name, word }) =>
      html`<button key=${name} class="filter" aria-pressed=${!hidden.has(name)} data-testid=${`events-${name}`}
        onClick=${() => turn(name)}>${word}</button>`,
  );
}

function filter(hidden, text, only) {
  return (event) => {
    if (hidden.has(groupOf(event)) || !isNews(event)) return false;
    if (!only && !text) return true;
    const parts = wordsOf(event);
    if (only && event.subject !== only && !parts.some((part) => part.who === only)) return false;
    return (
      !text || `${parts.map(textOf).join("")} ${event.kind} ${event.subject}`.toLowerCase().includes(text)
    );
  };
}

function List({ shown, passes, sinceOf, ...view }) {
  const { clock, choose } = view;
  const scroller = useRef(null);
  const virtual = useVirtual({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 30,
    getItemKey: (index) => shown[index].seq,
    overscan: 6,
  });
  return html`
    <div class="scroller" ref=${scroller} role="log" aria-live="off" aria-label="Events" tabindex="0"
      data-testid="events">
      <div class="rows" style=${{ height: `${virtual.getTotalSize()}px` }}>
        ${virtual.getVirtualItems().map((item) => html`<${Row} key=${item.key} item=${item} virtual=${virtual}
          event=${shown[item.index]} since=${sinceOf(shown[item.index])} clock=${clock} choose=${choose} />`)}
      </div>
      ${!shown.length && html`<p class="note">Nothing that the filters let through.</p>`}
      <${Past} ...${view} passes=${passes} />
    </div>
  `;
}

/** At the list's end: what the dashboard has of the time before, or where its journal begins. */
function Past({ past, events, page, actions, takeEarlier, passes, clock }) {
  if (!past) return null;
  if (past.begins) return html`<p class="note" data-testid="events-begin">${beginning(past, events[0], clock)}</p>`;
  const more = async () => {
    let [left, fresh] = [past, []];
    while (left && !left.begins && !fresh.some(passes)) {
      const answer = await actions.attempt("earlier", "GET", query("events", { before: left.before, limit: PAGE }));
      fresh = answer ? takeEarlier(answer) : [];
      left = answer && { before: answer.next, begins: answer.begins };
    }
  };
  return html`<p class="note"><button data-testid="events-earlier" aria-busy=${page.busy.has("earlier")}
    disabled=${page.busy.has("earlier")} onClick=${more}>Show earlier</button></p>`;
}

function beginning({ whole }, first, clock) {
  const at = first ? ` at ${clockTime(first.wall ?? clock.wallOf(first.at))}` : "";
  return whole ? `The dashboard started${at}: nothing is known of the time before.` : `The journal begins${at}: what was before is kept no longer.`;
}

function Row({ item, virtual, event, since, clock, choose }) {
  const element = useRef(null);
  useLayoutEffect(() => virtual.measureElement(element.current), [event]); // it observes the row from then on
  const wall = event.wall ?? clock.wallOf(event.at);
  const chooses = choosing(event, choose);
  return html`
    <div ref=${element} class=${`event tone-${toneOf(event)} ${since === null ? "" : "hot"}`}
      data-index=${item.index} data-testid="event-row" data-kind=${event.kind} data-seq=${event.seq}
      title=${`${event.kind} · ${clockTime(wall, true)} · #${event.seq}`}
      style=${{ transform: `translateY(${item.start}px)` }} onClick=${chooses}>
      <time>${since === null ? clockTime(wall) : `+${since < ROUNDED_S ? "0 ms" : duration(since)}`}</time>
      <span>${wordsOf(event).map((part) => html`<${Part} part=${part} />`)}</span>
    </div>
  `;
}

/** A click on an event about somebody chooses them. */
function choosing({ kind, subject }, choose) {
  if (kind.startsWith("candidate.")) return () => choose({ candidate: subject });
  return kind.startsWith("server.") ? () => choose({ server: subject }) : undefined;
}

/** event -> seconds since the moment that the view tells its events from; null for those beside it. */
function sinceOf(moment, isOfHere) {
  if (!moment) return () => null;
  const { at, until } = moment;
  const isWithin = (event) => event.at >= at - ROUNDED_S && event.at <= until + READ_LATE_S;
  return (event) => (isWithin(event) && isOfHere(event) ? Math.max(0, event.at - at) : null);
}
