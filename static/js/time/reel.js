// The past as the page shows it: a moment, the events after it, and how fast it plays. The dashboard keeps the whole
// run; here is a window of it.
import { CAUSE, MESSAGE } from "../message.js";
import { baseOf } from "../paths.js";
import { call, query } from "../rest.js";
import { createStore, foldAll } from "../store.js";

const WINDOW = 1000; // events asked for at once
const BACK = 200; // events that a first step back brings
const BEAT_MS = 40;
const LONGEST_WAIT_S = 2; // a longer time without any event is skipped, unless it plays as fast as it was
const SUPERSEDED = Symbol("superseded");
const NEAR = 200; // events around the moment that is shown among which messages on their way are
const LEAST_S = 0.15; // that a message is on its way, as the reader's clock has it
const NONE = [];
const BEGINS_RUN = "history.begun"; // a run's document begins with it: no patch leads over from the run before

/** The speeds at which the past plays. */
export const SPEEDS = [0.01, 0.1, 1, 10];

/** Return the header of the recording that is shown, null where a reel shows a dashboard. */
export const replaysOf = ({ live }) => live.document?.history?.replays ?? null;

/**
 * Create the reel. live: the store of the present; changed(): asks for a drawing; heard(events): tells the views of
 * events that have just played; announce(event): draws what an event sets off; failed(text): says what went wrong;
 * runs(): the runs of the dashboard that are kept.
 */
export function createReel({ live, changed, heard, announce, failed, runs }) {
  let shown = null; // {store, clock, base, events, index, speed, playhead, unwatched}; null: the present
  let left = null; // the event at which the reader left the present
  let chosen = SPEEDS[1]; // the speed at which it plays next
  let asked = 0; // only the answer to the latest question counts
  let jumps = 0; // how often another moment has been shown that no play leads to
  let pending = 0; // moments that were asked for, and have not come
  let steps = Promise.resolve();
  let timer = null;
  return { live, failed, shown: () => shown, jumps: () => jumps, at, underWay, unwatched, left: () => (shown ? (left ??= live.seq) : null), speed: () => chosen, show, step, turn, pace, leave };

  /** Show a moment: {at: SEQ}, after this event, or {wall: SECONDS}. */
  async function show(moment) {
    pause();
    left ??= live.seq;
    pending += 1;
    const base = await ask(query("moment", moment));
    pending -= 1;
    if (base) {
      take(base, []);
      return void (moment.wall !== undefined && standAt(moment.wall, base));
    }
    if (!shown) left = null;
    changed();
  }

  /** Let the clock stand at the time that was asked for, not at the last event before it; where no dashboard ran then, note it. */
  function standAt(wall, { now, wall: known, run }) {
    const ran = runs().find((one) => one.run === run);
    const ends = !ran || (ran === runs().at(-1) && !replaysOf({ live })) ? Infinity : ran.ended;
    if (wall > ends) shown.unwatched = wall;
    else shown.playhead = now + Math.max(0, wall - known);
    changed();
  }

  /** Return the time that was asked for, where no dashboard ran then and the last moment before it is shown instead; else null. */
  function unwatched() {
    return shown && !shown.speed && shown.index === 0 ? shown.unwatched : null;
  }

  /** Return the event after which it stands, null in the present, undefined while it moves. */
  function at() {
    if (pending || shown?.speed) return undefined;
    return shown ? shown.store.seq : null;
  }

  /**
   * Return the messages on their way at the moment that is shown: [{event, share}], the message and how far it has come,
   * from 0 to 1. It left as its znode ended, and arrives as its event says; drawn is the least of them that can be seen.
   */
  function underWay() {
    if (!shown) return NONE;
    const { events, index, base, playhead } = shown;
    const near = [...(base.recent ?? []).slice(-NEAR), ...events.slice(Math.max(0, index - NEAR), index + NEAR)];
    const found = onTheirWay(near, playhead, LEAST_S * (shown.speed ?? chosen));
    return found.length ? found : NONE;
  }

  /** Go one event on or back, after the steps before. */
  function step(direction) {
    steps = steps.then(() => {
      if (!shown) return direction < 0 && show({ at: live.seq - 1 });
      if (shown.speed) pause();
      return direction > 0 ? goOn(1) : goBack();
    });
  }

  /** Hold what moves, play what stands. */
  function turn() {
    if (!shown) return show({ at: live.seq });
    return shown.speed ? pause() : play();
  }

  /** Play at this speed from now on. */
  function pace(speed) {
    chosen = speed;
    if (shown?.speed) shown.speed = speed;
    changed();
  }

  function play() {
    shown.speed = chosen;
    shown.beat = performance.now();
    timer = setTimeout(beat, BEAT_MS);
    changed();
  }

  function pause() {
    clearTimeout(timer);
    asked += 1;
    if (shown?.speed) Object.assign(shown, { speed: null, playhead: lastAt() });
    changed();
  }

  /** Return to the present; a recording has none, but a last moment. */
  function leave() {
    const replays = replaysOf({ live });
    if (replays) return void show({ at: replays.last });
    pause();
    if (shown) jumps += 1;
    shown = left = null;
    changed();
  }

  // -- the window ---------------------------------------------------------------------------------

  function take(base, events, index = 0) {
    const store = createStore();
    store.takeSnapshot(base);
    store.takeEvents({ events: events.slice(0, index) });
    shown = { store, base, events, index, speed: null, playhead: null, unwatched: null, clock: clockOf(base) };
    shown.playhead = lastAt();
    jumps += 1;
    changed();
  }

  /** Return a clock that stands at what is shown. */
  function clockOf({ now, wall }) {
    const moment = () => shown?.playhead ?? now;
    return { now: moment, exact: moment, wallOf: (at) => (typeof at === "number" ? wall + at - now : null) };
  }

  function lastAt() {
    return shown.events[shown.index - 1]?.at ?? shown.base.now;
  }

  async function goOn(count) {
    if (!(await fill())) return false;
    const fresh = shown.events.slice(shown.index, shown.index + count);
    if (fresh[0].kind === BEGINS_RUN) {
      const { speed, beat: begun } = shown;
      const base = await ask(query("moment", { at: fresh[0].seq }));
      if (base) take(base, []);
      if (base && speed) Object.assign(shown, { speed, beat: begun });
      return Boolean(base);
    }
    const end = fresh.findIndex(({ kind }) => kind === BEGINS_RUN);
    const played = end < 0 ? fresh : fresh.slice(0, end);
    shown.store.takeEvents({ events: played });
    shown.index += played.length;
    if (!shown.speed) shown.playhead = lastAt();
    played.forEach((event) => event.kind !== MESSAGE && announce(event));
    heard(played);
    changed();
    return true;
  }

  /** Have at least one event after what is shown; return false at the end of what is kept. */
  async function fill() {
    if (shown.index < shown.events.length) return true;
    const { store } = shown;
    const answer = await ask(query("events", { since: store.seq, limit: WINDOW }));
    if (!answer?.events.length || shown?.store !== store) return false;
    Object.assign(shown, goingOn(shown, answer.events));
    return true;
  }

  async function goBack() {
    const { base, events, index } = shown;
    if (index > 0) return take(base, events, index - 1);
    const earlier = await ask(query("moment", { at: Math.max(1, base.seq - BACK) }), true);
    if (earlier === SUPERSEDED || earlier?.seq === base.seq) return;
    if (earlier?.run !== base.run) return showBefore(base.seq);
    const answer = await ask(query("events", { since: earlier.seq, limit: base.seq - earlier.seq }));
    if (answer && answer.events.at(-1)?.seq !== base.seq) return showBefore(base.seq);
    if (answer) take(earlier, answer.events, answer.events.length - 1);
  }

  /**
   * Show the event before this one, where no window leads there: at the beginning of a run, or of all that is kept. Where
   * the history has stopped, there may be a hole: then it is said why.
   */
  async function showBefore(seq) {
    if (seq <= 1) return;
    const base = await ask(query("moment", { at: seq - 1 }), !live.document?.history?.stopped);
    if (base && base !== SUPERSEDED) take(base, []);
  }

  /** Ask the dashboard; return null if it refuses, or something else was asked meanwhile. */
  async function ask(path, quietly = false) {
    const mine = (asked += 1);
    try {
      const answer = await call("GET", path);
      return mine === asked ? answer : superseded(quietly);
    } catch (error) {
      if (mine !== asked) return superseded(quietly);
      if (!quietly) failed(error.message);
      return null;
    }
  }

  /** Return what tells a quiet question that another one was asked meanwhile; to others that is no answer. */
  function superseded(quietly) {
    return quietly ? SUPERSEDED : null;
  }

  // -- playing ------------------------------------------------------------------------------------

  async function beat() {
    const { speed } = shown;
    const now = performance.now();
    shown.playhead += ((now - shown.beat) / 1000) * speed;
    shown.beat = now;
    const more = await fill();
    if (!shown?.speed) return;
    if (!more) return pause();
    await playDue();
    if (!shown?.speed) return;
    changed();
    timer = setTimeout(beat, BEAT_MS);
  }

  async function playDue() {
    const waits = shown.events[shown.index].at - shown.playhead;
    if (shown.speed !== 1 && waits > LONGEST_WAIT_S * shown.speed) shown.playhead += waits - LONGEST_WAIT_S * shown.speed;
    const left = shown.events.slice(shown.index);
    const first = left.findIndex(({ at }) => at > shown.playhead);
    const due = first < 0 ? left.length : first;
    if (due) await goOn(due);
  }
}

/** Return a window with more events at its end: what was played long ago is left to the dashboard, which has the run. */
function goingOn({ base, events, index }, more) {
  const gone = Math.max(0, index - WINDOW);
  return { base: gone ? after(base, events.slice(0, gone)) : base, events: [...events.slice(gone), ...more], index: index - gone };
}

/** Return the moment to which these events lead from `base`. */
function after(base, events) {
  const { seq, at, wall } = events.at(-1);
  const told = events.filter(({ told }) => told !== false).map(({ patch, ...event }) => event);
  const state = foldAll(base.state, events.map(({ patch }) => patch ?? {}));
  return { ...base, seq, now: at, wall, state, recent: [...(base.recent ?? []), ...told].slice(-WINDOW) };
}

/**
 * Return the messages among these events that are on their way at `now`: [{event, share}], share: how far each has come,
 * from 0 to 1. A message left when its znode ended, and arrives when its event says; one that nobody saw the cause of has
 * arrived. least: seconds that each takes at least.
 */
export function onTheirWay(events, now, least) {
  const messages = events.filter(({ kind }) => kind === MESSAGE).map((event) => ({ event, ...spanOf(event, events, least) }));
  const travelling = messages.filter(({ sent, received }) => sent <= now && now <= received);
  return travelling.map(({ event, sent, received }) => ({ event, share: (now - sent) / (received - sent) }));
}

function spanOf(message, events, least) {
  const cause = events.findLast(({ kind, subject }) => kind === CAUSE && baseOf(subject) === message.data.znode);
  if (!cause) return { sent: message.at - least, received: message.at };
  const sent = Math.min(cause.at, message.at);
  return { sent, received: Math.max(message.at, sent + least) };
}
