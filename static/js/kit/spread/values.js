// A value that spreads: its users, its changes, its colour; every fact comes from the state document.
/** @import { Subscriber } from "../../state.js" */
import { counted } from "../nodes.js";

const HUES = [205, 45, 275, 165, 320, 90, 235]; // none of them red, which means dead

// A merge patch removes the keys that it sets to null: a key that may be missing is null here.
const NOTHING = { value: null, mzxid: null, version: null, taken_at: null, read_at: null, told_at: null };

/**
 * @param {{subscribers: Record<string, Subscriber>}} document
 * @returns {Array<Subscriber & {id: string}>}
 */
export function subscribersOf(document) {
  return counted(document?.subscribers, NOTHING);
}

export function changesOf(document) {
  return Object.values(document?.changes ?? {}).sort((a, b) => a.number - b.number);
}

/** Return the tone of its watch, which exists for as long as its process has a session. */
export function watchTone({ process, belief }) {
  if (process === "paused") return "frozen";
  return belief === "suspended" ? "dead" : "wait";
}

export function oneLine(value) {
  return (value ?? "").replace(/\s+/g, " ").trim() || "(empty)";
}

/** Return a value's hue, so that its spread can be seen; the text beside it names the value. */
export function hueOf(mzxid) {
  return mzxid === null ? null : HUES[mzxid % HUES.length];
}
