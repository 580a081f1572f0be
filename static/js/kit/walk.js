// Walking a list of tabs, of which one is chosen, with the arrow keys.

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/** Return what a row of tabs does with a key: go on to the next one that shows; `pick(index)` chooses it, by its place among all. */
export const walking = (pick) => (event) => {
  const all = [...event.currentTarget.children];
  const shown = all.filter((tab) => tab.getClientRects().length);
  const at = shown.indexOf(event.target); // the drawing may be a frame late
  const step = STEPS[event.key];
  if (!step || at < 0) return;
  event.preventDefault();
  const next = shown[(at + step + shown.length) % shown.length];
  pick(all.indexOf(next));
  next.focus();
};
