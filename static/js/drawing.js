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

/** Return a function to call after each drawing into `root`. */
export function keepFocus(root) {
  let held = null; // the control that has the focus, or had it when it was disabled
  root.addEventListener("focusin", ({ target }) => {
    held = target;
  });
  root.addEventListener("focusout", ({ target }) => {
    if (!target.disabled) held = null; // left on purpose, or gone
  });
  return function keep() {
    if (held?.isConnected && !held.disabled && document.activeElement !== held) held.focus({ preventScroll: true });
  };
}
