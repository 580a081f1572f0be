// The track of the time bar: pure functions from times to places.
import { kindOf } from "./wanted.js";

/** The spans that the track can show, in seconds; null: all that is kept. */
export const SPANS = [
  { name: "1 min", seconds: 60 },
  { name: "10 min", seconds: 600 },
  { name: "1 h", seconds: 3600 },
  { name: "12 h", seconds: 43_200 },
  { name: "all", seconds: null },
];

/** Return {from, to}, the times at the ends of the track: the latest, unless what is shown lies before it. */
export function spanOf({ seconds }, { since, now, shown }) {
  if (seconds === null) return { from: since, to: Math.max(now, since + 1) };
  if (shown === null || shown >= now - seconds) return { from: now - seconds, to: now };
  return { from: shown - seconds / 2, to: shown + seconds / 2 };
}

/** Return where a time lies on the track, from 0 to 1; null outside it. */
export function placeOf(wall, { from, to }) {
  const place = (wall - from) / (to - from);
  return place >= 0 && place <= 1 ? place : null;
}

/** Return where a time lies on the track, or the end beyond which it lies. */
export function shareOf(wall, { from, to }) {
  return Math.min(1, Math.max(0, (wall - from) / (to - from)));
}

/** Return the time at a place of the track. */
export function wallAt(share, { from, to }) {
  return from + share * (to - from);
}

/** Return the times {from, to} in which no dashboard ran, oldest first; the first one has no beginning. */
export function pausesOf(runs) {
  const ends = [-Infinity, ...runs.map(({ ended }) => ended)];
  return runs.map(({ began }, at) => ({ from: ends[at], to: began })).filter(({ from, to }) => to > from);
}

/** Return the stretches of the track, {from, to} in parts of it, in which no dashboard ran. */
export function gapsOf(runs, span) {
  const gaps = pausesOf(runs).map(({ from, to }) => ({ from: shareOf(from, span), to: shareOf(to, span) }));
  return gaps.filter((gap) => gap.to > gap.from);
}

/**
 * Return the nearest moment before (-1) or after (1) an event, of those that pass; undefined without any.
 * @param {(moment: {what: string}) => boolean} [passes]
 */
export function momentBeside(moments, seq, direction, passes = () => true) {
  const chosen = moments.filter((moment) => passes(moment) && (moment.seq - seq) * direction > 0);
  return direction > 0 ? chosen[0] : chosen.at(-1);
}

const ROUNDING = 1e-6;

/** Return the latest Unix time that the clock showed as "3:12" or "03:12:07.5" before `now`; null for anything else. */
export function wallOf(text, now) {
  const [, hours, minutes, seconds = "0"] = /^\s*(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?\s*$/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) >= 60) return null;
  const [, fraction = ""] = seconds.split(".");
  const rest = Number(seconds) + (fraction ? 10 ** -fraction.length - ROUNDING : 0);
  const onDay = (days) => minuteOf(now, days, Number(hours), Number(minutes)) + rest;
  return onDay(0) > now ? onDay(-1) : onDay(0);
}

/** Return the Unix time of a minute of the day that is so many days after `now`: not each day has 24 hours. */
function minuteOf(now, days, hours, minutes) {
  const date = new Date(now * 1000);
  date.setDate(date.getDate() + days);
  return date.setHours(hours, minutes, 0, 0) / 1000;
}

const MARKS = 500; // places at which a mark can stand

const LABEL = 0.08; // of the track, which a label has to itself

/** Return the marks, of the moments on the track, that have room for a label: first the latest. */
export function labelled(moments, span) {
  const latestFirst = moments.filter(({ what }) => what === "mark").sort((one, other) => other.wall - one.wall);
  let free = Infinity; // the end of the room that is left
  return latestFirst.filter(({ wall }) => {
    const place = placeOf(wall, span);
    const fits = place !== null && place <= free;
    free = fits ? place - LABEL : free;
    return fits;
  });
}

/** Return the moments that have a mark on the track, of each kind one at a place: first the releases of locks, which the others cover. */
export function thinned(moments, span) {
  const marks = new Map();
  for (const moment of moments) {
    const place = placeOf(moment.wall, span);
    if (place !== null) marks.set(`${kindOf(moment)} ${Math.round(place * MARKS)}`, moment);
  }
  const order = (moment) => Number(kindOf(moment) !== "release");
  return [...marks.values()].sort((one, other) => order(one) - order(other));
}
