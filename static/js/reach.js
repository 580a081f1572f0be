// Brings a control into sight and gives it the focus, whichever tab of the column keeps it: closed, a sheet, or not loaded yet.
const WITHIN_MS = 5000;

/** Return {reach, awaits}. now(): draws at once what was chosen. */
export function createReach(choices, now) {
  let until = 0; // when it is given up; 0 while nothing is awaited

  /** Open the tab of the column, and focus what `selector` finds in it as soon as it is there. */
  function reach(tab, selector) {
    choices.set({ tab });
    now();
    until = performance.now() + WITHIN_MS;
    look(selector, until);
  }

  function look(selector, own) {
    if (until !== own) return; // something else is awaited since
    const one = document.querySelector(selector);
    if (one?.getClientRects().length) one.focus();
    until = document.activeElement === one || performance.now() > own ? 0 : own;
    if (until) requestAnimationFrame(() => look(selector, own));
  }

  /** Tell whether a control is on its way to the focus: what is typed meanwhile is for it. */
  return { reach, awaits: () => performance.now() < until };
}
