// The projector mode: what one works with shows while the pointer moves or a key is pressed.
const AWAKE_MS = 4000;

/** Listen to the pointer and the keys. The root has data-awake while somebody works with the page. */
export function watchHall(root = document.documentElement) {
  let timer = null;
  const sleep = () => (document.querySelector(":popover-open, dialog[open]") ? wake() : delete root.dataset.awake);
  const wake = () => {
    if (!("awake" in root.dataset)) root.dataset.awake = "";
    clearTimeout(timer);
    timer = setTimeout(sleep, AWAKE_MS);
  };
  for (const deed of ["pointermove", "pointerdown", "keydown", "focusin"]) addEventListener(deed, wake, { capture: true, passive: true });
}
