// The guided tour: the reader's place in it, and the steps that are done. It waits for states, not for
// times, and controls nothing: the page stays as it is, with a ring around the target of the step.
import { onceWanted } from "../kit/later.js";
import { VIEWS, viewOf } from "../views/registry.js";
import { keyOf } from "./steps.js";

const SKIPPED = "Nothing is here to act on: an earlier step was skipped. Go back to it (,).";
const BEGINNING = { open: false, chapter: null, at: null, begun: 0, note: undefined, done: [] }; // at: the id of the step

/**
 * Create the guide. current(): returns what the views get; changed(): draws again; the reader's place is one of the
 * choices. The steps of all chapters are imported when the first is wanted.
 */
export function createGuide(choices, current, changed) {
  const tours = new Map(); // the view's id -> its steps, once all have come
  const bring = onceWanted(() => Promise.all(chapters().map(async ({ id, tour }) => tours.set(id, (await tour()).steps))).then(came));
  const resume = inSteps(enterAtPlace);
  return { isOpen, begun, shown, toggle, begin: inSteps(begin), leave, forward: inSteps(forward), back: inSteps(back), doIt, look };

  /** Return what does the same as soon as the steps have come, or says why they cannot. */
  function inSteps(act) {
    return (...given) => (haveCome() ? act(...given) : bring().then(() => act(...given), sayWhy));
  }

  function haveCome() {
    return tours.size === chapters().length;
  }

  function came() {
    look();
    changed();
  }

  function sayWhy(error) {
    current().actions.toast(`The tour could not be loaded: ${error.message}`);
  }

  function place() {
    return { ...BEGINNING, ...choices.get().tour };
  }

  function isOpen() {
    return place().open;
  }

  /** Return when the chapter's first step last began, by the dashboard's clock; 0 if that was another clock. */
  function begun() {
    return place().begun > current().clock.now() ? 0 : place().begun;
  }

  /** Return {chapter, step, number, of, note, isDone, isFirst, isLast}, what the tour shows; null while it is closed. */
  function shown() {
    const { open, done } = place();
    if (!open || !haveCome()) return null;
    const { chapter, step, number, of, note } = stepAt(place());
    const first = number === 0 && chapter === chapters()[0];
    const last = number === of - 1 && chapter === chapters().at(-1);
    const isDone = done.includes(keyOf(chapter, step));
    return { chapter, step, number, of, note, isDone, isFirst: first, isLast: last };
  }

  /** Leave the tour, or open the chapter of the view shown, at its last place. */
  function toggle() {
    return isOpen() ? leave() : resume();
  }

  function enterAtPlace() {
    const { id } = chapterOf(choices.get().view);
    return place().chapter === id ? enter(place()) : begin(id);
  }

  /** Begin a chapter, by default the first, at its first step; its steps are no longer done. */
  function begin(id = chapters()[0].id) {
    const chapter = chapterOf(id);
    const done = place().done.filter((key) => !key.startsWith(`${chapter.id}/`));
    enter({ chapter: chapter.id, at: idOf(chapter, 0), done }, true);
  }

  function leave() {
    keep({ open: false });
  }

  function forward() {
    const { chapter, step, number, of } = stepAt(place());
    const done = step.until ? place().done : [...new Set([...place().done, keyOf(chapter, step)])];
    const following = chapters()[chapters().indexOf(chapter) + 1];
    if (number + 1 < of) enter({ chapter: chapter.id, at: idOf(chapter, number + 1), done }, true);
    else if (following) enter({ chapter: following.id, at: idOf(following, 0), done }, true);
    else choices.set({ tour: { ...BEGINNING, done } });
  }

  function back() {
    const { chapter, number } = stepAt(place());
    const before = chapters()[chapters().indexOf(chapter) - 1];
    if (number > 0) enter({ chapter: chapter.id, at: idOf(chapter, number - 1) }, true);
    else if (before) enter({ chapter: before.id, at: idOf(before, -1) }, true);
  }

  /** Begin a step: show its view, and note what it has to remember. */
  function enter(changes, anew = false) {
    const { chapter, step, number, note } = stepAt({ ...place(), ...changes });
    const beginning = anew && number === 0 ? { begun: current().clock.now() } : {};
    const at = { chapter: chapter.id, at: step.id, note: anew ? undefined : note };
    choices.set({ view: chapter.id, tab: "stage", dialog: null, tour: { ...place(), ...changes, ...beginning, ...at, open: true } });
    look();
  }

  function doIt() {
    const { step, note } = shown() ?? {};
    const view = current();
    if (!step?.run || !view.state || view.state.read_only) return;
    if (step.needs && !step.needs(view, note)) view.actions.toast(SKIPPED);
    else step.run(view, note);
  }

  /** Tick the step shown, if the state that it waits for has come; first note what it has to remember. */
  function look() {
    const { chapter, step, isDone, note } = shown() ?? {};
    const view = step && current();
    if (!view?.state || view.here !== chapter) return;
    if (step.note && note === undefined) keep({ chapter: chapter.id, at: step.id, note: step.note(view) ?? null });
    if (step.until && !isDone && step.until(view.state, view, stepAt(place()).note ?? null))
      keep({ done: [...place().done, keyOf(chapter, step)] });
  }

  function keep(changes) {
    choices.set({ tour: { ...place(), ...changes } });
  }

  /** Return the step at a place; a remembered place may come from a version with other steps: the chapter's first then, without a note. */
  function stepAt({ chapter: id, at, note }) {
    const chapter = chapterOf(id);
    const steps = tours.get(chapter.id);
    const found = chapter.id === id ? steps.findIndex((step) => step.id === at) : -1;
    const number = Math.max(0, found);
    return { chapter, number, step: steps[number], of: steps.length, note: found < 0 ? undefined : note };
  }

  /** Return the id of a chapter's step by its number; -1 is the last. */
  function idOf(chapter, number) {
    return tours.get(chapter.id).at(number).id;
  }
}

function chapters() {
  return VIEWS.filter(({ tour }) => tour);
}

function chapterOf(id) {
  const chapter = viewOf(id);
  return chapter.tour ? chapter : chapters()[0];
}
