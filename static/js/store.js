// What the dashboard has told us: the state document, folded from patches, and the events.
// Nothing here knows the page; drawing and, later, seeking in time both read from it.

const EVENTS_KEPT = 5000;

/**
 * Apply a JSON merge patch (RFC 7386). Pure: parts the patch does not touch keep their
 * identity, so that a view can tell by `===` that it has nothing to redraw.
 */
export function fold(document, patch) {
  if (!isObject(patch)) return patch;
  const folded = isObject(document) ? { ...document } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete folded[key];
    else if (key === "__proto__") ownProto(folded, value);
    else folded[key] = fold(folded[key], value);
  }
  return folded;
}

/** A name like any other, here; assigned, it would not be a key but the object's prototype. */
function ownProto(folded, value) {
  const known = Object.hasOwn(folded, "__proto__") ? folded.__proto__ : undefined;
  const told = { value: fold(known, value), enumerable: true, configurable: true, writable: true };
  Object.defineProperty(folded, "__proto__", told);
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Listeners are told `{events}` after each change: the new events, none for a snapshot. */
export function createStore() {
  const listeners = new Set();
  const store = { seq: null, document: null, events: [], past: null, takeSnapshot, takeEvents, takeEarlier, subscribe };
  let kept = EVENTS_KEPT;
  return store;

  function takeSnapshot({ seq, state, recent }) {
    Object.assign(store, { seq, document: state, events: recent ?? [], past: { before: seq + 1 } });
    kept = EVENTS_KEPT;
    tell([]);
  }

  /** Returns false where events are missing in between: the caller then asks for them. */
  function takeEvents({ events }) {
    const fresh = events.filter((event) => event.seq > store.seq);
    if (!fresh.length) return true;
    if (store.document === null || fresh[0].seq !== store.seq + 1) return false;
    store.document = fresh.reduce((document, event) => fold(document, event.patch ?? {}), store.document);
    store.seq = fresh.at(-1).seq;
    const told = fresh.filter((event) => event.told !== false).map(({ patch, ...event }) => event);
    if (told.length) store.events = store.events.concat(told).slice(-kept);
    tell(fresh);
    return true;
  }

  /** A page of the past, as the interface gives it. The list had gaps there: what it has already stays. */
  function takeEarlier({ events, next, begins, whole }) {
    const known = new Set(store.events.map(({ seq }) => seq));
    const fresh = events.filter(({ seq }) => !known.has(seq));
    kept += fresh.length;
    store.events = [...fresh, ...store.events].sort((one, other) => one.seq - other.seq);
    store.past = { before: next, begins, whole };
    tell([]);
    return fresh;
  }

  function subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function tell(events) {
    for (const listener of listeners) listener({ events });
  }
}
