// The form of the guided tour's steps. A chapter is `tour` of a view; a step is
//
//   id      "kill": its name within the chapter, for the browser's memory and for test ids
//   title   "Kill the leader"
//   say     what there is to see and why: text, or (view, note) => parts as a story has them:
//           text, {who, tone}, {ago: AT}, {left: AT}, {ms}
//   do      what the reader should do, in the same form. Without it, the step is only text to read
//   run     (view, note) => does it for the reader, with view.actions and view.choose. It may be asked for again
//           until the step is done. view.now(): the view at that later moment, null once the step is left
//   needs   (view, note) => what `run` acts on; where that is missing, `run` is not called, and the page says to
//           go back a step. `act` of roles.js says itself that nobody has the role
//   until   (state, view, note) => whether it is done. It is called at every change of the
//           state while the step is shown, and once true it stays ticked. A moment may pass between
//           two calls: test what lasts (counters, a last handoff), never what flashes by, and
//           never a time. Without it, Next is the tick
//   point   the data-testid of the target, a list of them (the first in sight), or
//           (view, note) => one of these: a ring is drawn around it
//   round   whether it is about the last round, which then stays in the hall
//   note    (view) => what to remember of the beginning of the step (who led, how many
//           handoffs there were), as JSON: passed to the others, and kept over a reload
//   lost    (view, note) => whether `until` can no longer come by what was noted: nobody led, or who is meant has
//           ended another way. The note is then taken again
//
// `say`, `do`, `point`, `until` are called in any state of the page: nobody there, frozen,
// another view. They must not fail then; until is false. A step that fails ends the tour.

/** Return a key that tells the steps of all chapters apart. */
export function keyOf(chapter, step) {
  return `${chapter.id}/${step.id}`;
}

const KEYS = /,? or (press )?the keys? \w\b(, \w\b)*( and \w\b)?|,? or press [^\s,.](?![\w])( until it is chosen)?| \((or the |the )?(key )?\w\)| \(Ctrl\+\w\)/g;
const CLICK = /\b([Cc])lick(?=s?\b)/g;

/** Return a list of parts of a text, of one part or of a list; where nobody has a keyboard, without its keys, and a click is a tap. */
export function partsOf(said, view, note, hasKeys = true) {
  const parts = [(typeof said === "function" ? said(view, note) : said) ?? []].flat();
  const touched = (part) => part.replace(KEYS, "").replace(CLICK, (_, first) => (first === "C" ? "Tap" : "tap"));
  return hasKeys ? parts : parts.map((part) => (typeof part === "string" ? touched(part) : part));
}
