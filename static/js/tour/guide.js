// The guided tour: the reader's place in it, and the steps that are done. It waits for states, not for
// times, and controls nothing: the page stays as it is, with a ring around the target of the step.
import { onceWanted } from "../kit/later.js";
import { keyOf } from "./steps.js";

const NOBODY = "There is nothing to act on in this step now. Go back (,) and do the step before it again.";
const BEGINNING = { open: false, chapter: null, at: null, begun: 0, note: undefined, done: [] }; // at: the id of the step

/**
 * Create the guide through the chapters of the views. current(): returns what the views get; changed(): draws again; the
 * reader's place is one of the choices. The steps of all chapters are imported when the first is wanted.
 */
export function createGuide(views, choices, current, changed) {
  const chapters = views.filter(({ tour }) => tour);
  const tours = new Map(); // the view's id -> its steps, once all have come
  const bring = onceWanted(() => Promise.all(chapters.map(async ({ id, tour }) => tours.set(id, (await tour()).steps.map(guarded)))).then(came));
  const resume = inSteps(enterAtPlace);
  return { isOpen, begun, shown, toggle, begin: inSteps(begin), leave, forward: inSteps(forward), back: inSteps(back), doIt, look };

  /** Return what does the same as soon as the steps have come, or says why they cannot. */
  function inSteps(act) {
    return (...given) => (haveCome() ? act(...given) : bring().then(() => act(...given), sayWhy));
  }

  function haveCome() {
    return tours.size === chapters.length;
  }

  function came() {
    look();
    changed();
  }

  function sayWhy(error) {
    current().actions.toast(`The tour could not be loaded: ${error.message}`);
  }

  /** Return the step with its functions guarded: where one fails, the tour ends, and the page goes on. */
  function guarded(step) {
    const failed = (error) => end(step, error);
    const guard = (call) => (...given) => {
      try {
        const answer = call(...given);
        answer?.catch?.(failed);
        return answer;
      } catch (error) {
        failed(error);
        return undefined;
      }
    };
    return Object.fromEntries(Object.entries(step).map(([name, value]) => [name, typeof value === "function" ? guard(value) : value]));
  }

  function end({ title }, error) {
    reportError(error);
    if (!isOpen()) return;
    choices.set({ tour: { ...BEGINNING, done: place().done } });
    current().actions.toast(`The tour has ended: its step “${title}” failed (${error.message}). The key g begins it again.`);
  }

  function place() {
    const kept = { ...BEGINNING, ...choices.get().tour };
    return Array.isArray(kept.done) ? kept : { ...kept, done: [] };
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
    const first = number === 0 && chapter === chapters[0];
    const last = number === of - 1 && chapter === chapters.at(-1);
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
  function begin(id = chapters[0].id) {
    const chapter = chapterOf(id);
    const done = place().done.filter((key) => !key.startsWith(`${chapter.id}/`));
    enter({ chapter: chapter.id, at: idOf(chapter, 0), done }, true);
  }

  function leave() {
    keep({ open: false });
  }

  function forward() {
    if (!isOpen()) return;
    const { chapter, step, number, of } = stepAt(place());
    const done = step.until ? place().done : [...new Set([...place().done, keyOf(chapter, step)])];
    const following = chapters[chapters.indexOf(chapter) + 1];
    if (number + 1 < of) enter({ chapter: chapter.id, at: idOf(chapter, number + 1), done }, true);
    else if (following) enter({ chapter: following.id, at: idOf(following, 0), done }, true);
    else choices.set({ tour: { ...BEGINNING, done } });
  }

  /** Go back to the step before, which begins again: what it asks for may be needed once more. */
  function back() {
    if (!isOpen()) return;
    const { chapter, number } = stepAt(place());
    const before = number > 0 ? chapter : chapters[chapters.indexOf(chapter) - 1];
    if (!before) return;
    const at = idOf(before, number - 1);
    const done = place().done.filter((key) => key !== keyOf(before, { id: at }));
    enter({ chapter: before.id, at, done, begun: current().clock.now() }, true);
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
    const now = () => (shown()?.step === step ? current() : null);
    if (step.needs && !step.needs(view, note)) view.actions.toast(NOBODY);
    else step.run({ ...view, now }, note);
  }

  /**
   * Tick the step shown, if the state that it waits for has come. First note what it has to remember; and again while
   * what was noted is lost.
   */
  function look() {
    const { chapter, step, isDone, note } = shown() ?? {};
    const view = step && current();
    if (!view?.state || view.here !== chapter) return;
    const taken = () => ({ chapter: chapter.id, at: step.id, note: step.note(view) ?? null });
    if (step.note && note === undefined) keep(taken());
    const noted = stepAt(place()).note ?? null;
    if (!step.until || isDone) return;
    if (step.until(view.state, view, noted)) keep({ done: [...place().done, keyOf(chapter, step)] });
    else if (step.lost?.(view, noted) && JSON.stringify(taken().note) !== JSON.stringify(noted)) keep(taken());
  }

  function keep(changes) {
    if (isOpen()) choices.set({ tour: { ...place(), ...changes } });
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

  /** Return the chapter of a view; of one without a chapter, the first. */
  function chapterOf(id) {
    return chapters.find((chapter) => chapter.id === id) ?? chapters[0];
  }
}
