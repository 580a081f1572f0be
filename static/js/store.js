// What the dashboard has sent: the state document, folded from patches, and the events.
// Lists that grow with people travel as maps, so that a patch need not carry a whole one; in `document` they are lists.
// Nothing here knows the page; the drawing reads from it.
import { safely } from "./safely.js";

const EVENTS_KEPT = 5000;

/**
 * Apply JSON merge patches (RFC 7386), one after another. Pure: parts the patches do not touch keep their
 * identity, so that a view can tell by `===` that it has nothing to redraw. A part that several of them change is
 * copied once: it may have ten thousand keys.
 */
export function foldAll(document, patches) {
  const own = new WeakSet();
  return patches.reduce((folded, patch) => foldOne(folded, patch, own), document);
}

/**
 * Apply a patch; what is `own` was made by an earlier one of the same patches, and is changed.
 * @param document
 * @param patch
 * @param {WeakSet} own
 */
function foldOne(document, patch, own) {
  if (!isObject(patch)) return patch;
  const folded = own.has(document) ? document : { ...(isObject(document) ? document : {}) };
  own.add(folded);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete folded[key];
    else if (key === "__proto__") ownProto(folded, value, own);
    else folded[key] = foldOne(folded[key], value, own);
  }
  return folded;
}

/** Set the key "__proto__" like any other; an assignment would set the object's prototype. */
function ownProto(folded, value, own) {
  const known = Object.getOwnPropertyDescriptor(folded, "__proto__")?.value;
  const told = { value: foldOne(known, value, own), enumerable: true, configurable: true, writable: true };
  Object.defineProperty(folded, "__proto__", told);
}

export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/**
 * Return a function of a sent document: the document with the lists that travel as maps as lists; what has not changed
 * since keeps its identity. lists: their paths, as the snapshot names them.
 */
function listing(lists) {
  const root = new Map();
  for (const path of lists) node(root, path.split(".")).isList = true;
  return reader(root);
}

/**
 * Return the node at a path in a tree of maps.
 * @param {Map & {isList?: boolean}} from
 * @param {string[]} parts
 * @returns {Map & {isList?: boolean}}
 */
function node(from, [part, ...rest]) {
  if (part === undefined) return from;
  if (!from.has(part)) from.set(part, new Map());
  return node(from.get(part), rest);
}

function reader(lists) {
  const below = new Map([...lists].map(([part, inner]) => [part, reader(inner)]));
  const read = (value, key) => (below.get(key) ?? below.get("*") ?? itself)(value);
  return remembered((value) => {
    const whole = below.size ? mapValues(value, read) : value;
    return lists.isList ? inOrder(whole) : whole;
  });
}

const itself = (value) => value;

/** Return the entries of a list by their places; of one of words, which each name the word before, the words. */
function inOrder(entries) {
  const [one] = Object.values(entries);
  if (typeof one !== "string") return Object.values(entries).sort((a, b) => a.place - b.place);
  const next = new Map(Object.entries(entries).map(([word, before]) => [before, word]));
  const words = [];
  for (let word = next.get(""); word; word = next.get(word)) words.push(word);
  return words;
}

/** Call a function of an object once for each; anything else is returned as it is. */
export function remembered(make) {
  const made = new WeakMap();
  return (value) => {
    if (!isObject(value)) return value;
    if (!made.has(value)) made.set(value, make(value));
    return made.get(value);
  };
}

/** Return the object with its values changed, or itself where none did. */
function mapValues(object, change) {
  const entries = Object.entries(object).map(([key, value]) => [key, change(value, key)]);
  return entries.every(([key, value]) => object[key] === value) ? object : Object.fromEntries(entries);
}

/** Create the store; it calls listeners with `{events}` after each change: the new ones, none for a snapshot. */
export function createStore() {
  const listeners = new Set();
  let sent = null;
  let withLists = itself;
  const store = { seq: null, run: null, document: null, events: [], past: null, takeSnapshot, takeEvents, takeEarlier, subscribe };
  let kept = EVENTS_KEPT;
  return store;

  function takeSnapshot({ seq, run = null, state, lists, recent }) {
    sent = state;
    withLists = listing(lists);
    Object.assign(store, { seq, run, document: withLists(sent), events: recent ?? [], past: { before: seq + 1 } });
    kept = EVENTS_KEPT;
    tell([]);
  }

  /** Take events; return false if some are missing in between: the caller then requests them. */
  function takeEvents({ events }) {
    const fresh = events.filter((event) => event.seq > store.seq);
    if (!fresh.length) return true;
    if (store.document === null || fresh[0].seq !== store.seq + 1) return false;
    sent = foldAll(sent, fresh.map(({ patch }) => patch ?? {}));
    store.document = withLists(sent);
    store.seq = fresh.at(-1).seq;
    const told = fresh.filter((event) => event.told !== false).map(({ patch, ...event }) => event);
    if (told.length) store.events = store.events.concat(told).slice(-kept);
    tell(fresh);
    return true;
  }

  /** Take a page of the past. The list had gaps there: what it already has stays. */
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
    for (const listener of listeners) safely(listener, { events });
  }
}

/** Return `keep(fresh)`, which returns the last object for as long as the fresh one says the same. */
export function keeper() {
  let last = null;
  return (fresh) => (last = same(last, fresh) ? last : fresh);
}

/** Tell whether two objects say the same. */
export function same(one, other) {
  if (!one || !other) return one === other;
  const names = Object.keys(other);
  return names.length === Object.keys(one).length && names.every((name) => one[name] === other[name]);
}
