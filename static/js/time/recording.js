// A recording in the browser: read from a file, it answers what the dashboard answers of its history.
import { unzipped } from "../kit/unzipped.js";
import { foldAll, isObject } from "../store.js";
import { answerOf } from "./summed.js";

const FORMAT = 1;
const KEY = "handoff_recording";
const NAMES = ["from", "from_name", "to", "to_name", "fault", "strategy", "by"]; // of a handoff
const [LEAST_UNPACKED, TIMES_UNPACKED] = [64 * 2 ** 20, 200]; // bytes, and how many more for each that is packed
const NEEDED = ["zookeeper", "candidates"]; // of a document, whatever else a version has

/** Read the gzipped lines of a recording from a Blob. Throw an Error that says what is wrong. */
export async function open(blob) {
  let text;
  try {
    text = await unzipped(blob, LEAST_UNPACKED + TIMES_UNPACKED * blob.size).text();
  } catch (error) {
    if (error instanceof RangeError) throw damaged(error.message);
    throw new Error("this file is not a recording of Handoff: it is not gzipped, or it is cut off. Choose what Save gave you, a .jsonl.gz.");
  }
  return read(text);
}

/** Read the lines of a recording: {header, parts: [{before, run, wall, state, events}], moments}. */
export function read(text) {
  const [first, ...lines] = text.split("\n").filter(Boolean);
  const header = parsed(first ?? "", 1);
  if (!(KEY in header)) throw new Error("this file is not a recording of Handoff: its first line does not say so. Choose what Save gave you, a .jsonl.gz.");
  if (header[KEY] !== FORMAT) throw new Error("this recording was written by a newer Handoff: open it with one of that version.");
  const [parts, moments] = [[], []];
  for (const line of lines.map((text, at) => parsed(text, at + 2))) {
    if (line.moment) moments.push(line.moment);
    else if (line.state) parts.push({ ...line, events: [] });
    else if (parts.length) parts.at(-1).events.push(line);
    else throw damaged("the document before its events is missing");
  }
  const events = parts.flatMap((part) => part.events);
  if (!events.length) throw damaged("it has no events");
  requireOrder(parts);
  requireWhole({ header, parts, moments, events });
  return { header, parts, moments, events };
}

/** Require that no events are missing but those that a part counts before it: they were not kept, or could not be read. */
function requireOrder(parts) {
  let last = null;
  for (const { events, missing } of parts) {
    for (const [at, { seq }] of events.entries()) {
      const due = last === null ? seq : last + 1 + (at === 0 && missing > 0 ? missing : 0);
      if (!Number.isFinite(seq) || seq !== due) throw damaged(last === null ? "its first event has no number" : `events are missing after ${last}`);
      last = seq;
    }
  }
}

/** Require what the page relies on of each line; throw an Error that says what is wrong. */
function requireWhole({ header, parts, moments, events }) {
  if (!Array.isArray(header.lists) || header.lists.some((path) => typeof path !== "string")) throw damaged("it does not name its lists");
  const part = parts.find(({ before, state, events: [first] }) => !isObject(state) || (first && first.seq !== before));
  if (part) throw damaged(`the document before event ${part.before} is not one`);
  const event = events.find(({ at, wall, patch }) => !Number.isFinite(at + wall) || !isObject(patch));
  if (event) throw damaged(`event ${event.seq} does not say when it happened, or what it changed`);
  if (moments.some(({ seq, wall, what }) => !Number.isFinite(seq + wall) || typeof what !== "string")) throw damaged("a moment does not say when it was");
  const torn = moments.find(({ what, subject, data }) => !(typeof subject === "string" && (FITS[what]?.(data) ?? true)));
  if (torn) throw damaged(`the ${torn.what} of event ${torn.seq} does not say where it was, or what`);
}

/** Tell whether this is the record of a handoff: its names are text, and how long its leader led a number, or missing. */
function isRecord(data) {
  const isLed = Number.isFinite(data?.led_ms ?? 0);
  return isObject(data) && isLed && areTexts([...NAMES.map((name) => data[name]), data.mark?.what]);
}

const damaged = (why) => new Error(`this recording is damaged: ${why}. Save it again where it was made.`);

const areTexts = (all) => all.every((one) => ["string", "undefined"].includes(typeof (one ?? undefined)));

const FITS = {
  handoff: isRecord,
  fault: (data) => isObject(data) && areTexts([data.path]),
  mark: (data) => isObject(data) && areTexts([data.member, data.what]),
  violation: (data) => Array.isArray(data) && data.every((one) => typeof one?.invariant === "string"),
}; // kind -> whether this is what such a moment says

/** Return the object of a line, whose number is given. */
function parsed(line, number) {
  try {
    const found = JSON.parse(line);
    return found !== null && typeof found === "object" ? found : {};
  } catch {
    throw damaged(`line ${number} is not JSON`);
  }
}

/** Return `answer(path)`, which answers GET history, moments, moment, handoffs and events as the dashboard does. */
export function createAnswers({ header, parts, moments, events }) {
  const [first, last] = [events[0].seq, events.at(-1).seq];
  const answers = { history, moments: ({ since }) => ({ moments: moments.filter(({ seq }) => seq >= Number(since)) }), moment, handoffs: (asked) => answerOf(moments, asked), events: some };
  return function answer(path) {
    const [name, query] = path.split("?");
    if (!answers[name]) throw new Error(`A recording does not contain this (${name}): it holds events, moments and handoffs.`);
    return answers[name](Object.fromEntries(new URLSearchParams(query)));
  };

  function history() {
    const runs = new Map();
    for (const { run, events: own } of parts.filter((part) => part.events.length)) {
      const known = runs.get(run) ?? { run, first: own[0].seq, began: own[0].wall };
      runs.set(run, { ...known, last: own.at(-1).seq, ended: own.at(-1).wall });
    }
    return { file: null, first, last, runs: [...runs.values()], stopped: null };
  }

  function moment({ at, wall }) {
    const seq = at === undefined ? seqAt(Number(wall)) : Number(at);
    if (!(seq >= first && seq <= last)) throw new Error(`Event ${seq} is not in this recording, which has the events from ${first} to ${last}: choose one of these.`);
    const part = parts.findLast(({ before }) => before <= seq);
    const known = part.events.filter((event) => event.seq <= seq);
    if (known.at(-1).seq !== seq) throw missing(`Event ${seq}`, known.at(-1).seq);
    const state = foldAll(part.state, known.map(({ patch }) => patch));
    return { seq, state, lists: header.lists, now: known.at(-1).at, wall: known.at(-1).wall, recent: known.filter(isTold), run: part.run };
  }

  /** Return the latest event that was known at a Unix time: of clocks that were put back, of the latest document. */
  function seqAt(wall) {
    const begun = parts.filter(({ events: [first] }) => first?.wall <= wall);
    if (!begun.length) throw new Error(`That time is not in this recording, which has the events from ${first} to ${last}: choose one of these.`);
    const part = begun.reduce((one, other) => (other.events[0].wall >= one.events[0].wall ? other : one));
    return part.events[Math.max(1, knownAt(part.events, wall)) - 1].seq;
  }

  /** Return the error that says what is not there, and between which events nothing is. */
  function missing(what, last) {
    return new Error(`${what} is not in this recording, which has nothing between the events ${last} and ${events.find(({ seq }) => seq > last).seq}.`);
  }

  /** Return the events after one, up to those that are missing. */
  function after(since) {
    const from = events.findIndex(({ seq }) => seq > since);
    if (from < 0) return [];
    if (events[from].seq !== since + 1) throw missing(`What follows event ${since}`, since);
    const end = events.findIndex(({ seq }, at) => seq - since > at + 1 - from);
    return events.slice(from, end < 0 ? undefined : end);
  }

  function some({ since, before, limit }) {
    if (before === undefined) return { events: after(Number(since)).slice(0, Number(limit)) };
    const told = events.filter((event) => event.seq < Number(before) && isTold(event));
    const page = told.slice(-Number(limit));
    return { events: page, next: page[0]?.seq ?? Number(before), begins: page.length === told.length, whole: true };
  }
}

/** Return how many events were known at a Unix time. What is told late happened before the event ahead of it, and was not known yet. */
function knownAt(events, wall) {
  const later = events.findIndex((event) => event.wall > wall);
  return later < 0 ? events.length : later;
}

const isTold = ({ told }) => told !== false;

/** Return the first moment with something in it: the first fault of a candidate, else what came of others, else the first with a znode. */
function firstOf({ events, moments }) {
  const fault = moments.find(({ what, data }) => what === "fault" && data?.kind?.startsWith("candidate."));
  const other = moments.find(({ what }) => ["handoff", "violation"].includes(what));
  return (fault ?? other ?? events.find(({ kind, data }) => kind === "candidate.reported" && data?.znode) ?? events[0]).seq;
}

/** Return the last moment as the snapshot of a dashboard that shows this recording: first where something happens. */
export function lastOf(recording, answer, file) {
  const { header, events } = recording;
  const last = answer(`moment?at=${events.at(-1).seq}`);
  if (!NEEDED.every((section) => isObject(last.state[section]))) throw damaged("its documents are not those of Handoff");
  const replays = { ...header, first: events[0].seq, last: last.seq, shows: firstOf(recording), file, isWithin: true };
  const history = { file: null, after: 0, since: 0, stopped: null, replays };
  return { ...last, state: { ...last.state, read_only: true, history } };
}
