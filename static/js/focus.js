// The focus stays where a person put it, even if that control is disabled for a moment.

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
