// The guided tour: where the reader is in it, and what is done. It waits for states, not for times,
// and takes nothing over: the page stays as it is, with a ring around what is meant.
import { VIEWS, viewOf } from "../views/registry.js";
import { keyOf } from "./steps.js";

const BEGINNING = { open: false, chapter: null, at: 0, begun: 0, note: undefined, done: [] };

/** `current()` gives what the views are given; where the reader is, is one of the choices. */
export function createGuide(choices, current) {
  return { isOpen, begun, shown, toggle, begin, leave, forward, back, doIt, look };

  function place() {
    return { ...BEGINNING, ...choices.get().tour };
  }

  function isOpen() {
    return place().open;
  }

  /** When the chapter's first step was last begun, by the dashboard's clock; 0 where that was another clock. */
  function begun() {
    return place().begun > current().clock.now() ? 0 : place().begun;
  }

  /** {chapter, step, number, of, note, done, isFirst, isLast}: what is shown; null while it is left. */
  function shown() {
    const { open, note, done, ...at } = place();
    if (!open) return null;
    const { chapter, step, number } = stepAt(at);
    const first = number === 0 && chapter === chapters()[0];
    const last = number === chapter.tour.length - 1 && chapter === chapters().at(-1);
    const isDone = done.includes(keyOf(chapter, step));
    return { chapter, step, number, of: chapter.tour.length, note: note ?? null, isDone, isFirst: first, isLast: last };
  }

  /** Leave, or take the chapter of the view that is shown, where it was left if it was. */
  function toggle() {
    if (isOpen()) return leave();
    const { id } = chapterOf(choices.get().view);
    return place().chapter === id ? enter(place()) : begin(id);
  }

  /** From its first step, or from that of a view's chapter; what was done there is undone. */
  function begin(id = chapters()[0].id) {
    const chapter = chapterOf(id);
    const done = place().done.filter((key) => !key.startsWith(`${chapter.id}/`));
    enter({ chapter: chapter.id, at: 0, done }, true);
  }

  function leave() {
    keep({ open: false });
  }

  function forward() {
    const { chapter, step, number } = stepAt(place());
    const done = step.until ? place().done : [...new Set([...place().done, keyOf(chapter, step)])];
    const following = chapters()[chapters().indexOf(chapter) + 1];
    if (number + 1 < chapter.tour.length) enter({ at: number + 1, done }, true);
    else if (following) enter({ chapter: following.id, at: 0, done }, true);
    else choices.set({ tour: { ...BEGINNING, done } });
  }

  function back() {
    const { chapter, number } = stepAt(place());
    const before = chapters()[chapters().indexOf(chapter) - 1];
    if (number > 0) enter({ at: number - 1 }, true);
    else if (before) enter({ chapter: before.id, at: before.tour.length - 1 }, true);
  }

  /** A step begins: its view is shown, and what it has to remember is noted. */
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

  /** Ticks the step that is shown, where what it waits for has come; notes first what it has to. */
  function look() {
    const { chapter, step, isDone } = shown() ?? {};
    const view = current();
    if (!step || !view.state || view.here !== chapter) return;
    if (step.note && place().note === undefined) keep({ note: step.note(view) ?? null });
    if (step.until && !isDone && step.until(view.state, view, place().note ?? null))
      keep({ done: [...place().done, keyOf(chapter, step)] });
  }

  function keep(changes) {
    choices.set({ tour: { ...place(), ...changes } });
  }
}

function chapters() {
  return VIEWS.filter(({ tour }) => tour?.length);
}

function chapterOf(id) {
  const chapter = viewOf(id);
  return chapter.tour?.length ? chapter : chapters()[0];
}

/** What is remembered may be of a version with other steps. */
function stepAt({ chapter: id, at }) {
  const chapter = chapterOf(id);
  const number = Math.min(Math.max(0, at), chapter.tour.length - 1);
  return { chapter, number, step: chapter.tour[number] };
}
