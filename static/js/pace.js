// The pace of the page: a message that is drawn on its way arrives before the page shows what follows from it. Meanwhile
// that is held back from the store, for picture and text alike, and the page's clock stands still: slow motion.
import { CAUSE, MESSAGE, REPORT } from "./message.js";
import { baseOf, parentOf } from "./paths.js";

const LONGEST_MS = 900;
const SHORTEST_MS = 160;
const IN_A_HURRY_MS = 2 * SHORTEST_MS; // messages that follow each other faster hold nothing back
const SHARE = 0.35; // of the time since the message before
const SOON_MS = 80; // until the message of an end is known
const WORD_MS = 160; // until the word of the owner is known, whose znode has ended
const CLAIMS = ["leading", "holding"];
const SLOWER = 2;

/**
 * Create the pace, which takes the link's messages for the store. isLive(): whether nothing is drawn on its way.
 * changed(): draws again. slowed: the last handoff that was drawn slower than it was, {path, znode, ms, factor}, or null;
 * pending: the names of the znodes that have ended just now or, while a message is on its way, lately: what their owners say
 * of that has not come, or is held back. Else null.
 */
export function createPace(store, clock, isLive, changed, local = () => performance.now(), frame = (draw) => requestAnimationFrame(draw)) {
  const heralds = new Set();
  let held = []; // events that wait for the message's arrival
  let message = null; // the last one expected or sent: {znode, ms, until, told} and, once it is sent, {path, ended}
  let sent = -Infinity; // when the last one was
  let ended = []; // the znodes that have ended lately, {znode, since}
  let arrival = null; // the timer of the one that holds events back, until the frame that draws its arrival
  let settling = null; // the timer until nothing has ended just now
  const pace = { slowed: null, pending: null, takeSnapshot, takeEvents, catchUp, herald };
  return Object.defineProperty(pace, "seq", { get: () => store.seq });

  /**
   * Tell `listener(event, ms)` of each event as it comes in; it returns whether it draws it: the end of a znode, or a
   * message on its way for `ms`.
   */
  function herald(listener) {
    heralds.add(listener);
    return () => heralds.delete(listener);
  }

  function takeSnapshot(snapshot) {
    catchUp();
    store.takeSnapshot(snapshot);
  }

  function takeEvents({ events }) {
    const last = held.at(-1)?.seq ?? store.seq;
    const fresh = events.filter(({ seq }) => seq > last);
    if (store.seq === null || (fresh.length && fresh[0].seq !== last + 1)) {
      catchUp();
      return store.takeEvents({ events });
    }
    for (const event of fresh) take(event);
    if (arrival === null) release();
    return true;
  }

  function take(event) {
    if (event.kind === MESSAGE) send(event);
    held.push(event);
    if (event.kind === CAUSE) expect(event);
    else if (event.kind !== MESSAGE) announce(event);
  }

  /** Note that a znode has ended now; another one of its name may have before. Its owner may say so a moment later. */
  function noteEnd(znode) {
    ended = [...endedWithin(LONGEST_MS).filter((one) => one.znode !== znode), { znode, since: local() }];
    nameEnded();
    clearTimeout(settling);
    settling = setTimeout(() => (nameEnded(), changed()), WORD_MS);
  }

  function nameEnded() {
    const names = endedWithin(arrival === null ? WORD_MS : LONGEST_MS).map(({ znode }) => znode);
    pace.pending = names.length ? names : null;
  }

  function endedWithin(ms) {
    const now = local();
    return ended.filter(({ since }) => now - since < ms);
  }

  function announce(event, ms) {
    return [...heralds].map((tell) => tell(event, ms)).some(Boolean);
  }

  /** Show that a znode has ended, and wait a moment for the message of it: what follows may be seen before. */
  function expect(event) {
    if (!announce(event)) return;
    noteEnd(baseOf(event.subject));
    if (isLive()) return;
    catchUp();
    message = messageOf(baseOf(event.subject), SOON_MS);
    if (message.ms) hold(SOON_MS, event.at);
  }

  /** Send a message on its way. Those of one end travel together; another one's arrive at once. */
  function send(event) {
    const now = local();
    const isOfLast = message?.znode === event.data.znode && now < message.until;
    const next = isOfLast ? message : messageOf(event.data.znode);
    const isFirst = !next.told.size;
    if (!announce(event, isFirst ? next.ms || (isLive() ? LONGEST_MS : SHORTEST_MS) : next.until - now)) return;
    if (!isOfLast) catchUp();
    message = next;
    message.told.add(event.subject);
    if (!isFirst) return;
    sent = now;
    Object.assign(message, { until: now + message.ms }, causeOf(event));
    if (message.ms) hold(message.ms, event.at);
  }

  function messageOf(znode, waits = 0) {
    const now = local();
    return { znode, ms: isLive() ? 0 : paceAfter(now - sent), until: now + waits, told: new Set() };
  }

  function hold(ms, at) {
    clearTimeout(arrival);
    clock.stand(at);
    const until = local() + ms;
    const own = (arrival = setTimeout(() => frame(function arrive(drawn) {
      if (arrival === own) drawn < until ? frame(arrive) : catchUp(); // a frame that comes late draws an earlier moment
    }), ms));
    if (endedWithin(LONGEST_MS).some(({ znode }) => znode === message.znode)) nameEnded();
    else noteEnd(message.znode);
  }

  /** Return where the znode was that ended, and when: the dashboard may see that after one that was told of it. */
  function causeOf({ data, at }) {
    const cause = store.events.findLast(({ kind, subject }) => kind === CAUSE && baseOf(subject) === data.znode);
    return cause ? { path: parentOf(cause.subject), ended: Math.min(cause.at, at) } : { path: null };
  }

  /** Show all that has happened; return whether anything was held back. */
  function catchUp() {
    if (arrival !== null && message.told.size) pace.slowed = slowedBy(message, held);
    clearTimeout(arrival);
    arrival = null;
    clock.stand(null);
    nameEnded();
    return release();
  }

  function release() {
    const events = held;
    held = [];
    if (events.length) store.takeEvents({ events });
    return events.length > 0;
  }
}

/** Return the names of the znodes that have ended just before a moment of the past: the word of their owners comes later; null without any. */
export function endedLately(events, now) {
  const lately = events.filter(({ kind, at }) => kind === CAUSE && (now - at) * 1000 < WORD_MS);
  return lately.length ? lately.map(({ subject }) => baseOf(subject)) : null;
}

/** Return how long to draw a message: the shorter the more often one comes; 0 if they come too fast. */
function paceAfter(gap) {
  return gap < IN_A_HURRY_MS ? 0 : Math.max(SHORTEST_MS, Math.min(LONGEST_MS, gap * SHARE));
}

/** Return how much slower than life it was drawn, from the end of the znode to the claim of one that was told. */
function slowedBy({ path, znode, ms: drawn, told, ended }, events) {
  const claim = events.find(({ kind, subject, data }) => kind === REPORT && told.has(subject) && CLAIMS.includes(data.belief));
  if (!claim || !path) return null;
  const ms = (claim.at - ended) * 1000;
  const factor = drawn / ms;
  return ms > 0 && factor > SLOWER ? { path, znode, ms, factor } : null;
}
