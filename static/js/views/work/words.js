// The leader's work in words: its events, and what became of a leader that slept too long.
import { askedBy, duration, hexZxid } from "../../format.js";

const who = (id) => ({ who: id ?? "somebody" });
const of = (holder) => (holder ? [" of ", who(holder)] : []);

/** Of the events; `work.written` has none: it is on the strip. */
export const words = {
  "work.begun": (_, data) => [who(data.candidate), ` begins to work, after number ${data.count}`],
  "work.refused": (_, data) => [
    who(data.candidate),
    ...did(data),
    `; the store had seen epoch ${hexZxid(data.seen)}`,
    ...of(data.holder),
    ": refused",
  ],
  "work.damaged": (_, data) => [who(data.candidate), ...did(data), ", which was handed out before: damage"],
  "work.fencing": (path, data) => [`fencing of ${path} turned ${data.on ? "on" : "off"}${askedBy(data)}`],
  "work.reset": (path) => [`the writes of ${path} are counted anew`],
  "work.rebased": (path, data) => [
    `the store of ${path} begins this history with epoch ${hexZxid(data.epoch)}, having seen ${hexZxid(data.seen)}`,
    ...of(data.holder),
    askedBy(data),
  ],
};

export const tones = {
  "work.begun": "lead",
  "work.refused": "dead",
  "work.damaged": "dead",
  "work.fencing": "frozen",
  "work.rebased": "frozen",
};

function did({ number, epoch }) {
  const what = number === null || number === undefined ? "asked for the count" : `wrote number ${number}`;
  return [` ${what} with epoch ${hexZxid(epoch)}`];
}

/** The one that was woken and has not noticed yet, while its process lives; null where none is. */
export function believers(stale, candidates) {
  const open = stale.filter(({ woke, noticed, ended }) => woke && !noticed && !ended);
  return open.findLast(({ candidate }) => candidates[candidate]?.process === "running") ?? null;
}

/** What happened, as parts. `two`: it still believes. */
export function sentenceOf(stale, two) {
  return [...(two ? bothBelieve(stale) : []), ...deed(stale, two), ...(two ? [] : belief(stale))];
}

function bothBelieve({ candidate, epoch, leader, seen }) {
  if (!leader) return [who(candidate), " believes that it leads, and nobody does. "];
  const both = [who(candidate), " and ", who(leader), " both believe that they lead. "];
  return [...both, who(leader), ` is right: its epoch ${hexZxid(seen)} is later than ${hexZxid(epoch)}. `];
}

function deed(stale, two) {
  const { candidate, woke, verdict, seen, leader } = stale;
  if (!verdict) return two ? [] : [who(candidate), " woke, and wrote nothing"];
  const start = [who(candidate), woke ? " woke and" : "", ...did(stale)];
  if (verdict === "refused")
    return [...start, `; the store had seen epoch ${hexZxid(seen)}`, ...of(leader), ": ", { strong: "refused" }, ". "];
  return [...start, ...(verdict === "damage" ? damage(stale) : taken(stale))];
}

function damage({ epoch, seen, first }) {
  const before = first ? [who(first), " had handed it out before. "] : ["it was handed out before. "];
  return epoch < seen ? [". Without fencing it was ", { strong: "taken" }, ": ", ...before] : [": ", ...before];
}

function taken({ seen, leader }) {
  const seenOf = [`, after epoch ${hexZxid(seen)}`, ...of(leader), " was seen"];
  return [...seenOf, ". Without fencing it was ", { strong: "taken" }, ". "];
}

/** How long it believed: known where it was woken by us, and has said since that it does not. */
function belief({ candidate, woke, noticed, ended, leader, verdict }) {
  if (!woke) return [];
  const end = verdict ? "" : ". ";
  if (!noticed) return ended ? [end, "It ended before it noticed."] : [end];
  const right = leader ? [who(leader), " was right."] : ["Nobody led."];
  return [end, `For ${duration(noticed - woke)} after waking `, who(candidate), " believed that it led; ", ...right];
}
