// The subscribers of a configuration, as the view needs them; every fact is the state document's.
import { cut, hexZxid } from "../../format.js";

const HUES = [205, 45, 275, 165, 320, 90, 235]; // none of them red, which means that somebody is dead

// A merge patch takes away what it sets to null: what may be missing is null here.
const NOTHING = { value: null, mzxid: null, version: null, taken_at: null, read_at: null, told_at: null };

export function subscribersOf(configuration) {
  const all = Object.entries(configuration?.subscribers ?? {}).map(([id, one]) => ({ ...NOTHING, ...one, id }));
  return all.sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
}

export function candidatesOf({ configuration }) {
  return subscribersOf(configuration).map(({ id }) => id);
}

export function changesOf(configuration) {
  return Object.values(configuration?.changes ?? {}).sort((a, b) => a.number - b.number);
}

/** Whom kill, freeze … mean while nobody is chosen. */
export function roles({ configuration }) {
  const all = subscribersOf(configuration);
  const last = changesOf(configuration).at(-1)?.last ?? null;
  return [
    { role: "first", id: all[0]?.id ?? null },
    { role: "slowest", id: all.some(({ id }) => id === last) ? last : null },
    { role: "behind", id: all.find(({ standing }) => standing === "behind")?.id ?? null },
  ];
}

export function toneOf({ standing, process, belief }) {
  if (process === "paused") return "frozen";
  if (belief === "suspended") return "dead";
  if (standing === "behind") return "behind";
  return standing === "current" ? "new" : "wait";
}

/** Of its watch: it stands for as long as whoever set it does. */
export function watchTone({ process, belief }) {
  if (process === "paused") return "frozen";
  return belief === "suspended" ? "dead" : "wait";
}

export function stateWords({ standing, process, belief, missing }) {
  if (process === "paused") return standing === "behind" ? "frozen: lags" : "frozen";
  if (belief === "suspended") return "cut off";
  if (standing === "reading") return "reading";
  if (missing) return "awaits it";
  return standing === "behind" ? "is told" : "watching";
}

export function valueWords({ value, mzxid }, length) {
  return mzxid === null ? "nothing yet" : cut(oneLine(value), length);
}

export function oneLine(value) {
  return (value ?? "").replace(/\s+/g, " ").trim() || "(empty)";
}

export function describe(one) {
  const has = one.mzxid === null ? "has no value yet" : `uses “${oneLine(one.value)}”, version ${one.version}, mzxid ${hexZxid(one.mzxid)}`;
  return `${one.id}: ${stateWords(one)}, ${has}`;
}

/** A hue for each value, so that one sees it spread; the text beside it says which it is. */
export function hueOf(mzxid) {
  return mzxid === null ? null : HUES[mzxid % HUES.length];
}
