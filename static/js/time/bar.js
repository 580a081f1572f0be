// The time bar: now, or any moment that is kept.
import { clockTime, count, dayTime, plural, shortened } from "../format.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { useTicks } from "../kit/now.js";
import { panel } from "../kit/panel.js";
import { query } from "../rest.js";
import { SPEEDS, replaysOf } from "./reel.js";
import { SPANS, momentBeside, spanOf, wallOf } from "./track.js";
import { Track } from "./line.js";
import { WORDS, changesOf, choicesOf, isAt, kindOf, wanted } from "./wanted.js";
import { offered, partOf, spoken, windowOf } from "./window.js";

const FOLLOW_MS = 1000;
const LONGEST_FILE = 32; // characters of a recording's name

export const TimeBar = panel((view) => {
  const { reel, kept, liveClock } = view;
  const shown = reel.shown();
  const replays = replaysOf(reel);
  const [span, setSpan] = useState(replays ? SPANS.at(-1) : SPANS[1]);
  const [more, showMore] = useState(false); // what a narrow page has no room for
  useTicks(shown ? null : FOLLOW_MS);
  const held = useRef(null); // the ends of the track while it is dragged
  if (!kept.runs.length) return kept.error && html`<section class="time" aria-label="Time" data-testid="time"><${Unread} error=${kept.error} /></section>`;
  const now = replays ? kept.runs.at(-1).ended : (liveClock.wallOf(liveClock.now()) ?? Date.now() / 1000);
  const wall = shown ? shown.clock.wallOf(shown.clock.now()) : null;
  const window = windowOf(view.chosen.window);
  const ends = held.current ?? spanOf(span, { since: kept.runs[0].began, now, shown: wall });
  return html`
    <section class=${`time ${more ? "" : "is-brief"}`} aria-label="Time" data-testid="time" data-mode=${shown ? "past" : "live"}>
      <${Buttons} reel=${reel} shown=${shown} kept=${kept} passes=${isAt(view[view.here.subject?.name]?.path)} znode=${view.chosen.znode} />
      <${Track} reel=${reel} kept=${kept} ends=${ends} wall=${wall ?? now} hold=${(ends) => (held.current = ends)} window=${window} choose=${view.choose} />
      <${Narrow} window=${window} ends=${ends} since=${kept.runs[0].began} choose=${view.choose} />
      <${Clock} reel=${reel} now=${now} wall=${wall} since=${kept.runs[0].began} />
      <${Unwatched} wall=${reel.unwatched()} />
      <button class="time-more" title="More of the time bar" aria-expanded=${more} data-testid="time-more" onClick=${() => showMore(!more)}>…<span class="sr"> More</span></button>
      <select class="time-span" aria-label="Span of the bar" data-testid="time-span" value=${span.name}
        onChange=${({ target }) => setSpan(SPANS[target.selectedIndex])}>
        ${SPANS.map(({ name }) => html`<option key=${name}>${name}</option>`)}
      </select>
      <${Stopped} history=${reel.live.document?.history} />
      <${Unread} error=${kept.error} />
      <button data-testid="time-handoffs" title=${replays ? "All handoffs of this recording" : "All handoffs that are kept"} onClick=${() => view.choose({ dialog: "handoffs" })}>Handoffs</button>
      <${Open} showRecording=${view.showRecording} />
      <${Save} reel=${reel} window=${window} part=${partOf(window, ends, now)} />
      ${replays
        ? html`<span class="chip past" data-testid="time-replay" title=${`${replays.file}, a recording: you cannot act on it`}>${shortened(replays.file, LONGEST_FILE)}</span>`
        : html`<${Live} reel=${reel} shown=${shown} />`}
    </section>
  `;
}, factsOf);

function factsOf(view) {
  const { reel, kept, page } = view;
  const shown = reel.shown();
  return [reel.speed(), view.here, view.chosen, reel.live.document?.history, shown && reel.live.seq, shown?.store.seq, shown?.speed, shown?.playhead, reel.unwatched(), kept.moments, kept.runs, kept.error, page];
}

function Buttons({ reel, shown, kept, passes, znode }) {
  const [picked, pick] = useState("");
  const choices = useMemo(() => choicesOf(kept.moments, znode), [kept.moments, znode]); // the bar is drawn at every beat
  const value = choices.some((group) => group.choices.some((one) => one.value === picked)) ? picked : "";
  const from = shown ? shown.store.seq : Infinity;
  const moves = shown?.speed || !shown;
  const isWanted = wanted(value);
  const moments = value === "change" ? changesOf(reel.live.events, znode) : kept.moments.filter(passes);
  const go = (direction) => {
    const found = momentBeside(moments, from, direction, isWanted);
    return { disabled: !found, title: titleOf(found, direction), onClick: () => reel.show({ at: found.seq }) };
  };
  return html`
    <span class="group" role="group" aria-label="Move through time">
      <button data-testid="time-moment-before" ...${go(-1)}><span aria-hidden="true">|◂</span><span class="sr">The previous moment</span></button>
      <button data-testid="time-back" title="One event back (,)" onClick=${() => reel.step(-1)}><span aria-hidden="true">◂</span><span class="sr">One event back</span></button>
      <button data-testid="time-play" title=${moves ? "Hold" : "Play"} onClick=${reel.turn}><span aria-hidden="true">${moves ? "❚❚" : "►"}</span><span
        class="sr">${moves ? "Hold" : "Play"}</span></button>
      <button data-testid="time-on" title="One event forward (.)" disabled=${!shown} onClick=${() => reel.step(1)}><span aria-hidden="true">▸</span><span class="sr">One event forward</span></button>
      <button data-testid="time-moment-after" ...${go(1)}><span aria-hidden="true">▸|</span><span class="sr">The next moment</span></button>
    </span>
    <select class="time-wanted" aria-label="Where the arrows go" data-testid="time-wanted" value=${value} onChange=${({ target }) => pick(target.value)}>
      <option value="">all moments</option>
      ${choices.map(({ word, choices }) => html`<optgroup key=${word} label=${word}>
        ${choices.map((one) => html`<option key=${one.value} value=${one.value}>${one.word}</option>`)}</optgroup>`)}
    </select>
    ${shown && html`<select aria-label="Speed" data-testid="time-speed" value=${String(reel.speed())}
      onChange=${({ target }) => reel.pace(SPEEDS[target.selectedIndex])}>
      ${SPEEDS.map((speed) => html`<option key=${speed} value=${String(speed)}>${speed < 1 ? `1/${1 / speed}` : `${speed}`} ×</option>`)}
    </select>`}
  `;
}

/** Say that what happens is kept no longer, or only as long as the dashboard runs, and why. */
function Stopped({ history }) {
  if (history?.stopped) return html`<span class="chip stale" role="alert" data-testid="time-stopped" title=${history.stopped}>not kept: ${history.stopped}</span>`;
  return history?.unkept ? html`<span class="chip" role="note" data-testid="time-unkept" title=${history.unkept}>not kept on disk<span class="sr">: ${history.unkept}</span></span>` : null;
}

/** Say that no dashboard ran at the time that was asked for: what is shown is the last moment before it. */
function Unwatched({ wall }) {
  return wall !== null && html`<span class="chip stale" role="status" data-testid="time-unwatched" title=${`No dashboard ran at ${dayTime(wall)}: this is the last moment before it`}>not watched<span class="sr">, at ${clockTime(wall)}: this is the last moment before it</span></span>`;
}

/** Say that what is kept could not be read the last time: moments may be missing. */
function Unread({ error }) {
  return error && html`<span class="chip stale" role="alert" data-testid="time-unread" title=${error}>history not read: ${error}</span>`;
}

/** Let the reader open a recording; it can also be dropped on the page. */
function Open({ showRecording }) {
  const take = ({ target }) => target.files.length && showRecording(target.files[0], target.files[0].name);
  return html`<label class="button" title="Open a recording; you can also drop one on the page">Open<input type="file" class="sr" accept=".gz" data-testid="time-open" onChange=${take} /></label>`;
}

/** Offer to narrow what is listed and saved to a part of the track, or to see all again. */
function Narrow({ window, ends, since, choose }) {
  return window
    ? html`<button class="time-narrow is-set" data-testid="time-window" aria-pressed="true" title=${`${spoken(window)}: click to list all again`} onClick=${() => choose({ window: null })}>Window<span aria-hidden="true"> ×</span></button>`
    : html`<button class="time-narrow" data-testid="time-window" aria-pressed="false" title="List and save only a part of the track: move its two ends; or drag on the track with Shift"
        onClick=${() => choose({ window: offered(ends, since) })}>Window</button>`;
}

/** Offer what the bar spans, or the window, as a file, and as a page of its own. */
function Save({ reel, window, part }) {
  if (replaysOf(reel)) return null;
  const what = `what the ${window ? "window holds" : "bar spans"} as`;
  return html`
    <a class="button" data-testid="time-save" download="" href=${`api/v1/${query("recording", part)}`}
      title=${`Save ${what} one file: drop it on any Handoff, or python -m app replay FILE`}>Save</a>
    <a class="button" data-testid="time-page" download="" href=${query("recording.html", part)}
      title=${`Save ${what} a page that opens in any browser, without Handoff`}>Page</a>
  `;
}

function titleOf(moment, direction) {
  const where = direction < 0 ? "before" : "after";
  return moment ? `To the ${WORDS[kindOf(moment)]} ${where}: ${moment.subject}, ${clockTime(moment.wall)}` : `No moment ${where} this one`;
}

/** Draw the time of what is shown; a click lets the reader type another. */
function Clock({ reel, now, wall: shown, since }) {
  const [text, setText] = useState(null);
  const field = useRef(null);
  const isOpen = text !== null;
  useLayoutEffect(() => field.current?.focus(), [isOpen]);
  const go = (event) => {
    event.preventDefault();
    const wall = wallOf(text, now);
    if (wall === null) return reel.failed(`"${text}" is not a time of day: type 03:12 or 03:12:07`);
    if (wall < Math.floor(since)) return reel.failed(`Nothing is kept of ${dayTime(wall)}: what is kept begins ${dayTime(since)}.`);
    setText(null);
    return reel.show({ wall: Math.max(wall, since) });
  };
  if (isOpen)
    return html`<form class="time-form" onSubmit=${go}><input ref=${field} class="time-clock" data-testid="time-typed" aria-label="Time of day, as 03:12:07"
      placeholder="03:12:07" value=${text} onInput=${({ target }) => setText(target.value)} onBlur=${() => setText(null)} /></form>`;
  const at = shown ?? now;
  return html`<button class="time-clock number" data-testid="time-clock" title="Type a time of day" onClick=${() => setText("")}>${clockTime(at, shown !== null)}</button>`;
}

function Live({ reel, shown }) {
  if (!shown) return html`<span class="chip live" data-testid="time-live">● live</span>`;
  const fresh = reel.live.events.filter(({ seq }) => seq > reel.left()).length;
  return html`<button data-testid="time-live" title="Return to now (End)" onClick=${reel.leave}>Now${fresh > 0 && html` <span
    class="number">+${count(fresh)}</span><span class="sr"> ${plural(fresh, "event")} since</span>`}</button>`;
}
