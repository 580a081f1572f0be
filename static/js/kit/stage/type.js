// The type of the stage: how large each text is, and how much room its words take. Pure.

/** In rem, for a small stage; all grow with it. */
const SIZES = {
  title: 0.78, name: 0.95, belief: 0.76, version: 0.76, detail: 0.69, left: 0.85, session: 0.69, watch: 0.69, hub: 0.8, znode: 0.76,
  stand: 0.74, crown: 0.74, notice: 0.8, score: 0.95, crowd: 1.35, count: 1.25, word: 0.74,
};
const MONO = new Set(["detail", "session", "hub", "znode"]);
const BOLD = new Set(["name", "belief", "left", "notice", "score", "crowd", "count"]);
const REM = 16;
const TITLE_GROWTH = 1.2;
const NARROW = /[iljtfrI.,:;'|!()[\] ]/;
const WIDE = /[mwMW×…]/;

/** Return name -> size in pixels. unit: pixels for a sixteenth of a rem; growth: the stage's; least: none is smaller. */
export function typeFor(unit, growth, least) {
  const grown = (name) => unit * (name === "title" ? Math.min(growth, TITLE_GROWTH) : growth);
  return Object.fromEntries(Object.entries(SIZES).map(([name, rem]) => [name, Math.max(rem * REM * grown(name), least)]));
}

/** Return the most that words take in that type, which is one of a `typeFor`, in pixels: of the usual fonts the widest are counted. */
export function widthOf(words, name, type) {
  if (MONO.has(name)) return words.length * 0.61 * type[name];
  let ems = 0;
  for (const letter of words) ems += NARROW.test(letter) ? 0.4 : WIDE.test(letter) ? 0.95 : letter > "~" || /[A-Z]/.test(letter) ? 0.75 : 0.63;
  return ems * type[name] * (BOLD.has(name) ? 1.12 : 1);
}

/** Return the first of the words that fits in the room; "" if none does. */
export function fitting(choices, room, name, type) {
  return choices.find((words) => widthOf(words, name, type) <= room) ?? "";
}
