// Links that lead to another view: the focus goes with them, and is on the same link again after the browser has gone back.
import { useLayoutEffect, useRef } from "../../html.js";

const CENTRE = "centre"; // the id of the element in which a view is drawn

/** Return a hook of one part of the view, which returns a ref for the element that has the links. */
export function createReturn() {
  let left = null; // the address of the link that had the focus as its part was left

  return function useReturn() {
    const part = useRef(/** @type {any} */ (null));
    useLayoutEffect(() => () => {
      const link = document.activeElement;
      if (!part.current?.contains(link)) return;
      left = link.getAttribute("href");
      queueMicrotask(enterCentre); // it is drawn by then
    }, []);
    useLayoutEffect(() => {
      const link = left && [...(part.current?.querySelectorAll("a") ?? [])].find((one) => one.getAttribute("href") === left);
      if (!link) return;
      left = null;
      const { activeElement, body } = document;
      if (activeElement === body || activeElement?.id === CENTRE) link.focus({ preventScroll: true }); // nothing else was reached since
    });
    return part;
  };
}

/** Give the focus to the view that is shown now: what had it is gone. */
function enterCentre() {
  const centre = document.getElementById(CENTRE);
  if (!centre || document.activeElement !== document.body) return;
  centre.tabIndex = -1;
  centre.addEventListener("blur", () => centre.removeAttribute("tabindex"), { once: true });
  centre.focus({ preventScroll: true });
}
