// The focus stays where a person has put it, though what has it is disabled for a moment.

/** Returns what is called after each drawing of what is in `root`. */
export function keepFocus(root) {
  let held = null; // what has the focus, or had it when it was disabled
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
