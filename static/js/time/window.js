// The window: the part of time that a reader chose. What lists events, handoffs or the history of a znode shows what
// happened in it, and it is what is saved.
import { clockTime } from "../format.js";
import { html } from "../html.js";

const NAMED = /^(\d{1,12}(?:\.\d{1,3})?)-(\d{1,12}(?:\.\d{1,3})?)$/;

/** Return the window {from, to}, in Unix times, that a name names, "1795487087.13-1795487190"; null for anything else. */
export function windowOf(name) {
  const [from, to] = (NAMED.exec(name ?? "") ?? []).slice(1).map(Number);
  return from <= to ? { from, to } : null;
}

/** Return the name of a window: whole milliseconds, in whichever order its ends are given. */
export function nameOf(one, other) {
  return [Math.min(one, other), Math.max(one, other)].map((wall) => String(Number(wall.toFixed(3)))).join("-");
}

/** Return the window that is offered first: half of what the track spans and the history has. since: when that begins. */
export function offered({ from, to }, since) {
  const begin = Math.max(from, Math.min(since, to));
  const quarter = (to - begin) / 4;
  return nameOf(begin + quarter, to - quarter);
}

/** Return the window as its times of day. */
export function spoken({ from, to }) {
  return `${clockTime(from)} – ${clockTime(to)}`;
}

/** Tell whether a moment lies in the window; without a window every one does. */
export function isIn(window, wall) {
  return window === null || (wall >= window.from && wall <= window.to);
}

/** Return what the dashboard is asked for: the window, else what the track spans. */
export function partOf(window, ends, now) {
  const { from, to } = window ?? ends;
  return window || to < now ? { begin: from, end: to } : { begin: from };
}

/** Return the window as the dashboard is asked for it. */
export function askedOf(window) {
  return window ? { begin: window.from, end: window.to } : {};
}

/** Say that a list shows a window only; a click lists all again. */
export function Narrowed({ window, choose }) {
  if (!window) return null;
  return html`<button class="filter narrowed" aria-pressed="true" data-testid="narrowed" title="Only what happened in this window; click to list all again"
    onClick=${() => choose({ window: null })}>${spoken(window)}<span aria-hidden="true"> ×</span></button>`;
}
