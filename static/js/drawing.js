// When the page is drawn: once for all changes of a frame.
const HIDDEN_MS = 250;

/** Return {changed, now}: `changed` has `draw` called in the next frame; a hidden page gets no frames, but must be right when it is shown again. */
export function createDrawing(draw) {
  let due = null;
  const now = () => {
    due = null;
    draw();
  };
  const changed = () => {
    if (due !== null) return;
    due = document.hidden ? setTimeout(now, HIDDEN_MS) : requestAnimationFrame(now);
  };
  return { changed, now };
}
