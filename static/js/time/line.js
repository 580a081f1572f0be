// The track, drawn: where no dashboard ran, what happened, the window, and what is shown.
import { clockTime, percent } from "../format.js";
import { html, useRef } from "../html.js";
import { gapsOf, labelled, placeOf, shareOf, thinned, wallAt } from "./track.js";
import { kindOf } from "./wanted.js";
import { nameOf } from "./window.js";

const STEPS = 1000; // places of the slider
const PAUSE_MS = 60; // of the hand, until a moment is asked for
const ENDS = { from: "Beginning of the window", to: "End of the window" };

/** Draw the track between `ends`. hold(ends): it stands while somebody drags; null: it goes on. */
export function Track({ reel, kept, ends, wall, hold, window, choose }) {
  const due = useRef(null);
  const go = ({ target }) => {
    const chosen = Math.max(wallAt(target.value / STEPS, ends), kept.runs[0].began);
    clearTimeout(due.current);
    due.current = setTimeout(() => reel.show({ wall: chosen }), PAUSE_MS);
  };
  const moments = thinned(kept.moments, ends);
  const named = labelled(moments, ends);
  return html`
    <span class="time-track" ...${useDrag(ends, hold, choose)}>
      ${gapsOf(kept.runs, ends).map((gap) => html`<i class="time-gap" style=${{ left: percent(gap.from), width: percent(gap.to - gap.from) }}></i>`)}
      ${moments.map((moment) => html`<${Tick} key=${`${moment.seq} ${moment.what} ${moment.subject}`} moment=${moment} ends=${ends} isNamed=${named.includes(moment)} />`)}
      ${window && html`<${Outside} window=${window} ends=${ends} />`}
      <input type="range" min="0" max=${STEPS} step="any" aria-label="Moment" data-testid="time-track" ...${holding(ends, hold)}
        onKeyDown=${(event) => event.key === "End" && (event.preventDefault(), reel.leave())}
        aria-valuetext=${clockTime(wall)} value=${STEPS * (placeOf(wall, ends) ?? 1)} onInput=${go} />
      ${window && html`<${Ends} window=${window} ends=${ends} hold=${hold} choose=${choose} />`}
    </span>
  `;
}

const holding = (ends, hold) => ({ onPointerDown: () => hold(ends), onPointerUp: () => hold(null), onPointerCancel: () => hold(null) });

function Tick({ moment, ends, isNamed }) {
  const place = placeOf(moment.wall, ends);
  return place === null ? null : html`<i class=${`time-tick time-${kindOf(moment)}`} style=${{ left: percent(place) }}>${isNamed && html`<b data-testid="time-mark">${moment.data.what}</b>`}</i>`;
}

/** Shade what lies outside the window. */
function Outside({ window, ends }) {
  const [left, right] = [shareOf(window.from, ends), shareOf(window.to, ends)];
  return html`
    <i class="time-outside" style=${{ left: 0, width: percent(left) }}></i>
    <i class="time-outside" style=${{ left: percent(right), width: percent(1 - right) }}></i>
  `;
}

/** Draw the two ends of the window, which can be moved. */
function Ends({ window, ends, hold, choose }) {
  const moved = { from: (wall) => [Math.min(wall, window.to), window.to], to: (wall) => [window.from, Math.max(wall, window.from)] };
  return Object.entries(ENDS).map(([end, word]) => html`<input key=${end} type="range" class="time-end" min="0" max=${STEPS} step="any" aria-label=${word}
    data-testid=${`time-window-${end}`} value=${STEPS * shareOf(window[end], ends)} aria-valuetext=${clockTime(window[end], true)} ...${holding(ends, hold)}
    onInput=${({ target }) => choose({ window: nameOf(...moved[end](wallAt(target.value / STEPS, ends))) })} />`);
}

/** Return what lets a drag with Shift choose a window; the slider below does not hear of it. */
function useDrag(ends, hold, choose) {
  const begun = useRef(null); // where the drag began, as a time
  const at = ({ clientX, currentTarget }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return wallAt(Math.min(1, Math.max(0, (clientX - left) / width)), ends);
  };
  const stop = () => begun.current !== null && (hold(null), (begun.current = null)); // whichever way the drag ends
  return {
    onPointerDownCapture: (event) => {
      if (!event.shiftKey) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      begun.current = at(event);
      hold(ends);
    },
    onMouseDownCapture: (event) => event.shiftKey && event.preventDefault(),
    onPointerMove: (event) => begun.current !== null && choose({ window: nameOf(begun.current, at(event)) }),
    onLostPointerCapture: stop,
  };
}
