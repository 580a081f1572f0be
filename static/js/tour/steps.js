// The form of the guided tour's steps. A chapter is the list `steps` of tour/<view>.js; a step is
//
//   id      "kill": its name within the chapter, for what is remembered and for test ids
//   title   "Kill the leader"
//   say     what there is to see and why: text, or (view, note) => parts as a story has them:
//           text, {who, tone}, {ago: AT}, {left: AT}, {ms}
//   do      what the reader is to do, in the same form. Without it, the step is only to be read
//   run     (view, note) => does it for the reader, by view.actions and view.choose
//   until   (state, view, note) => whether it has been done. It is asked at every change of the
//           state while the step is shown, and once true it stays ticked. A moment may pass between
//           two looks: ask for what lasts (counters, a last handoff), never for what flashes by, and
//           never for a time. Without it, going on is the tick
//   point   the data-testid of what is meant, a list of them (the first in sight), or
//           (view, note) => one of these: a ring is drawn around it
//   note    (view) => what has to be remembered of the beginning of the step (who led, how many
//           handoffs there were), as JSON: handed to the others, and kept over a reload
//
// `say`, `do`, `point`, `until` are asked in whatever state the page is in: nobody there, frozen,
// of another view. They must stand that; until then is false.

/** Tells two steps of different chapters apart. */
export function keyOf(chapter, step) {
  return `${chapter.id}/${step.id}`;
}

/** Text, one part or a list of parts → a list of parts. */
export function partsOf(said, view, note) {
  const parts = typeof said === "function" ? said(view, note) : said;
  return [parts ?? []].flat();
}
