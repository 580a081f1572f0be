// The time bar: now, or any moment that is kept.
import { clockTime, count, plural } from "../format.js";
import { html, useRef, useState } from "../html.js";
import { useTicks } from "../kit/now.js";
import { panel } from "../kit/panel.js";
import { query } from "../rest.js";
import { SPEEDS } from "./reel.js";
import { SPANS, gapsOf, momentBeside, placeOf, spanOf, thinned, wallOf } from "./track.js";

const STEPS = 1000; // places of the slider
const WORDS = { handoff: "handoff", fault: "fault", violation: "broken invariant", beginning: "start of the dashboard" };
const FOLLOW_MS = 1000;

export const TimeBar = panel((view) => {
  const { reel, kept, liveClock } = view;
  const shown = reel.shown();
  const replays = replaysOf(reel);
  const [span, setSpan] = useState(replays ? SPANS.at(-1) : SPANS[1]);
  const [more, showMore] = useState(false); // what a narrow page has no room for
  useTicks(shown ? null : FOLLOW_MS);
  const held = useRef(null); // the ends of the track while it is dragged
  if (!kept.runs.length) return null;
  const now = replays ? kept.runs.at(-1).ended : (liveClock.wallOf(liveClock.now()) ?? Date.now() / 1000);
  const wall = shown && shown.clock.wallOf(shown.clock.now());
  const ends = held.current ?? spanOf(span, { since: kept.runs[0].began, now, shown: wall });
  return html`
    <section class=${`time ${more ? "" : "is-brief"}`} aria-label="Time" data-testid="time" data-mode=${shown ? "past" : "live"}>
      <${Buttons} reel=${reel} shown=${shown} kept=${kept} passes=${isOfHere(view)} />
      <${Track} reel=${reel} kept=${kept} ends=${ends} wall=${wall ?? now} hold=${(ends) => (held.current = ends)} />
      <${Clock} reel=${reel} now=${now} wall=${wall} />
      <button class="time-more" title="More of the time bar" aria-expanded=${more} data-testid="time-more" onClick=${() => showMore(!more)}>…<span class="sr"> More</span></button>
      <select class="time-span" aria-label="Span of the bar" data-testid="time-span" value=${span.name}
        onChange=${({ target }) => setSpan(SPANS[target.selectedIndex])}>
        ${SPANS.map(({ name }) => html`<option key=${name}>${name}</option>`)}
      </select>
      <${Stopped} history=${reel.live.document?.history} />
      ${!replays?.isWithin && html`<button data-testid="time-handoffs" title="All handoffs that are kept" onClick=${() => view.choose({ dialog: "handoffs" })}>Handoffs</button>`}
      <${Open} showRecording=${view.showRecording} />
      <${Save} reel=${reel} kept=${kept} ends=${ends} />
      ${replays
        ? html`<span class="chip past" data-testid="time-replay" title="A recording: nothing of it can be acted upon">${replays.file}</span>`
        : html`<${Live} reel=${reel} shown=${shown} />`}
    </section>
  `;
}, factsOf);

function factsOf(view) {
  const { reel, kept, page } = view;
  const shown = reel.shown();
  return [reel.speed(), view.here, view.chosen, reel.live.document?.history, shown && reel.live.seq, shown?.store.seq, shown?.speed, shown?.playhead, kept.moments, kept.runs, page];
}

function Buttons({ reel, shown, kept, passes }) {
  const from = shown ? shown.store.seq : Infinity;
  const moves = shown?.speed || !shown;
  const go = (direction) => {
    const found = momentBeside(kept.moments, from, direction, passes);
    return { disabled: !found, title: titleOf(found, direction), onClick: () => reel.show({ at: found.seq }) };
  };
  return html`
    <span class="group" role="group" aria-label="Move through time">
      <button data-testid="time-moment-before" ...${go(-1)}><span aria-hidden="true">|◂</span><span class="sr">The moment before</span></button>
      <button data-testid="time-back" title="One event back (,)" onClick=${() => reel.step(-1)}><span aria-hidden="true">◂</span><span class="sr">One event back</span></button>
      <button data-testid="time-play" title=${moves ? "Hold" : "Play"} onClick=${reel.turn}><span aria-hidden="true">${moves ? "❚❚" : "►"}</span><span
        class="sr">${moves ? "Hold" : "Play"}</span></button>
      <button data-testid="time-on" title="One event on (.)" disabled=${!shown} onClick=${() => reel.step(1)}><span aria-hidden="true">▸</span><span class="sr">One event on</span></button>
      <button data-testid="time-moment-after" ...${go(1)}><span aria-hidden="true">▸|</span><span class="sr">The moment after</span></button>
    </span>
    ${shown && html`<select aria-label="Speed" data-testid="time-speed" value=${String(reel.speed())}
      onChange=${({ target }) => reel.pace(SPEEDS[target.selectedIndex])}>
      ${SPEEDS.map((speed) => html`<option key=${speed} value=${String(speed)}>${speed < 1 ? `1/${1 / speed}` : `${speed}`} ×</option>`)}
    </select>`}
  `;
}

/** Return the header of the recording that is shown, if the dashboard is a replay. */
const replaysOf = ({ live }) => live.document?.history?.replays ?? null;

/** Say that what happens is kept no longer, and why. */
function Stopped({ history }) {
  return history?.stopped ? html`<span class="chip stale" role="alert" data-testid="time-stopped" title=${history.stopped}>not kept: ${history.stopped}</span>` : null;
}

/** Let the reader open a recording; it can also be dropped on the page. */
function Open({ showRecording }) {
  const take = ({ target }) => target.files.length && showRecording(target.files[0], target.files[0].name);
  return html`<label class="button" title="Open a recording; you can also drop one on the page">Open<input type="file" class="sr" accept=".gz" data-testid="time-open" onChange=${take} /></label>`;
}

/** Offer what the bar spans as a file, and as a page of its own. */
function Save({ reel, kept, ends }) {
  const { moments, runs } = kept;
  if (replaysOf(reel)) return null;
  const within = moments.filter(({ wall }) => placeOf(wall, ends) !== null);
  const since = within[0]?.seq ?? runs.at(-1).first;
  const after = moments.find(({ wall }) => wall > ends.to); // the first one that is not spanned
  const part = { since, ...(after ? { until: after.seq - 1 } : {}) };
  const what = "what the bar spans, from its first moment on, as";
  return html`
    <a class="button" data-testid="time-save" download href=${`/api/v1/${query("recording", part)}`}
      title=${`Save ${what} one file: drop it on any Handoff, or python -m app replay FILE`}>Save</a>
    <a class="button" data-testid="time-page" download href=${`/${query("recording.html", part)}`}
      title=${`Save ${what} a page that opens in any browser, without Handoff`}>Page</a>
  `;
}

/** Return which moments the arrows go to: those of what the view shows, and those of no path. */
function isOfHere(view) {
  const path = view[view.here.subject?.name]?.path;
  const placeOf = ({ what, subject }) => (what === "fault" ? view.state.candidates[subject]?.path : subject);
  return (moment) => {
    const place = placeOf(moment);
    return !path || !place?.startsWith("/") || place === path;
  };
}

function titleOf(moment, direction) {
  const where = direction < 0 ? "before" : "after";
  return moment ? `To the ${WORDS[moment.what]} ${where}: ${moment.subject}, ${clockTime(moment.wall)}` : `No moment ${where} this one`;
}

function Track({ reel, kept, ends, wall, hold }) {
  const due = useRef(null);
  const go = ({ target }) => {
    const chosen = ends.from + (target.value / STEPS) * (ends.to - ends.from);
    clearTimeout(due.current);
    due.current = setTimeout(() => reel.show({ wall: chosen }), 60);
  };
  return html`
    <span class="time-track">
      ${gapsOf(kept.runs, ends).map((gap) => html`<i class="time-gap" style=${{ left: part(gap.from), width: part(gap.to - gap.from) }}></i>`)}
      ${thinned(kept.moments, ends).map((moment) => html`<${Tick} key=${`${moment.seq} ${moment.what} ${moment.subject}`} moment=${moment} ends=${ends} />`)}
      <input type="range" min="0" max=${STEPS} step="any" aria-label="Moment" data-testid="time-track"
        onPointerDown=${() => hold(ends)} onPointerUp=${() => hold(null)} onPointerCancel=${() => hold(null)}
        onKeyDown=${(event) => event.key === "End" && (event.preventDefault(), reel.leave())}
        aria-valuetext=${clockTime(wall)} value=${STEPS * (placeOf(wall, ends) ?? 1)} onInput=${go} />
    </span>
  `;
}

function Tick({ moment: { what, wall }, ends }) {
  const place = placeOf(wall, ends);
  return place === null ? null : html`<i class=${`time-tick time-${what}`} style=${{ left: part(place) }}></i>`;
}

const part = (share) => `${(100 * share).toFixed(2)}%`;

/** Draw the time of what is shown; a click lets the reader type another. */
function Clock({ reel, now, wall: shown }) {
  const [text, setText] = useState(null);
  const go = (event) => {
    event.preventDefault();
    const wall = wallOf(text, now);
    if (wall === null) return reel.failed(`"${text}" is no time of day: type 03:12 or 03:12:07`);
    setText(null);
    return reel.show({ wall });
  };
  if (text !== null)
    return html`<form class="time-form" onSubmit=${go}><input class="time-clock" autofocus data-testid="time-typed" aria-label="Time of day, as 03:12:07"
      placeholder="03:12:07" value=${text} onInput=${({ target }) => setText(target.value)} onBlur=${() => setText(null)} /></form>`;
  const at = shown ?? now;
  return html`<button class="time-clock number" data-testid="time-clock" title="Type a time of day" onClick=${() => setText("")}>${clockTime(at, shown !== null)}</button>`;
}

function Live({ reel, shown }) {
  if (!shown) return html`<span class="chip live" data-testid="time-live">● live</span>`;
  const fresh = reel.live.events.filter(({ seq }) => seq > reel.left()).length;
  return html`<button class="primary" data-testid="time-live" title="Return to now (End)" onClick=${reel.leave}>Now${fresh > 0 && html` <span
    class="number">+${count(fresh)}</span><span class="sr"> ${plural(fresh, "event")} since</span>`}</button>`;
}
