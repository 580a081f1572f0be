// The guided tour: the reader's place in it, and the steps that are done. It waits for states, not for
// times, and controls nothing: the page stays as it is, with a ring around the target of the step.
import { onceWanted } from "../kit/later.js";
import { VIEWS, viewOf } from "../views/registry.js";
import { keyOf } from "./steps.js";

const BEGINNING = { open: false, chapter: null, at: 0, begun: 0, note: undefined, done: [] };

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
    const { open, note, done, ...at } = place();
    if (!open || !haveCome()) return null;
    const { chapter, step, number, of } = stepAt(at);
    const first = number === 0 && chapter === chapters()[0];
    const last = number === of - 1 && chapter === chapters().at(-1);
    const isDone = done.includes(keyOf(chapter, step));
    return { chapter, step, number, of, note: note ?? null, isDone, isFirst: first, isLast: last };
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
    enter({ chapter: chapter.id, at: 0, done }, true);
  }

  function leave() {
    keep({ open: false });
  }

  function forward() {
    const { chapter, step, number, of } = stepAt(place());
    const done = step.until ? place().done : [...new Set([...place().done, keyOf(chapter, step)])];
    const following = chapters()[chapters().indexOf(chapter) + 1];
    if (number + 1 < of) enter({ at: number + 1, done }, true);
    else if (following) enter({ chapter: following.id, at: 0, done }, true);
    else choices.set({ tour: { ...BEGINNING, done } });
  }

  function back() {
    const { chapter, number } = stepAt(place());
    const before = chapters()[chapters().indexOf(chapter) - 1];
    if (number > 0) enter({ at: number - 1 }, true);
    else if (before) enter({ chapter: before.id, at: tours.get(before.id).length - 1 }, true);
  }

  /** Begin a step: show its view, and note what it has to remember. */
  function enter(changes, anew = false) {
    const beginning = anew && changes.at === 0 ? { begun: current().clock.now() } : {};
    const next = { ...place(), ...changes, ...beginning, open: true, ...(anew ? { note: undefined } : {}) };
    choices.set({ view: stepAt(next).chapter.id, tab: "stage", dialog: null, tour: next });
    look();
  }

  function doIt() {
    const { step, note } = shown() ?? {};
    const view = current();
    if (step?.run && view.state && !view.state.read_only) step.run(view, note);
  }

  /** Tick the step shown, if the state that it waits for has come; first note what it has to remember. */
  function look() {
    const { chapter, step, isDone } = shown() ?? {};
    const view = step && current();
    if (!view?.state || view.here !== chapter) return;
    if (step.note && place().note === undefined) keep({ note: step.note(view) ?? null });
    if (step.until && !isDone && step.until(view.state, view, place().note ?? null))
      keep({ done: [...place().done, keyOf(chapter, step)] });
  }

  function keep(changes) {
    choices.set({ tour: { ...place(), ...changes } });
  }

  /** Return the step at a place; a remembered place may come from a version with other steps. */
  function stepAt({ chapter: id, at }) {
    const chapter = chapterOf(id);
    const steps = tours.get(chapter.id);
    const number = Math.min(Math.max(0, at), steps.length - 1);
    return { chapter, number, step: steps[number], of: steps.length };
  }
}

function chapters() {
  return VIEWS.filter(({ tour }) => tour);
}

function chapterOf(id) {
  const chapter = viewOf(id);
  return chapter.tour ? chapter : chapters()[0];
}
