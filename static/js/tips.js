// What stands in a title, for those who have no pointer that hovers: a finger held on it, or the menu key at the focus, shows it.
const HELD_MS = 500;
const MOVED = 10; // px: the finger scrolls
const EDGE = 8; // px to the edge of the window

/** Listen for fingers and for the menu key. The browser's own menu stays for links, text that is selected, and fields. */
export function showTips() {
  const tip = document.body.appendChild(document.createElement("p"));
  Object.assign(tip, { className: "tip", popover: "manual", role: "status" });
  let timer = null;
  let from = null; // where the finger came down; null once it is up, or scrolls
  let isShown = false; // by this finger: what it is on does nothing when it goes up
  const end = () => (clearTimeout(timer), (from = null));
  addEventListener("pointerdown", ({ pointerType, target, clientX: x, clientY: y }) => {
    tip.hidePopover();
    isShown = false;
    const titled = pointerType === "touch" && titledAt(x, y, target);
    if (!titled) return;
    from = { x, y };
    timer = setTimeout(() => (isShown = show(tip, titled)), HELD_MS);
  }, { capture: true });
  addEventListener("pointermove", ({ clientX: x, clientY: y }) => from && Math.hypot(x - from.x, y - from.y) > MOVED && end(), { capture: true, passive: true });
  for (const deed of ["pointerup", "pointercancel"]) addEventListener(deed, end, { capture: true });
  addEventListener("click", (event) => isShown && ((isShown = false), event.preventDefault(), event.stopPropagation()), { capture: true });
  addEventListener("contextmenu", (event) => isShown && event.preventDefault(), { capture: true });
  addEventListener("keydown", (event) => {
    tip.hidePopover();
    const titled = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey) ? /** @type {Element} */ (event.target).closest("[title]") : null;
    if (titled && show(tip, titled)) event.preventDefault();
  }, { capture: true });
}

/** Return what has a title at a place; a button that cannot be pressed gets no events, and says why it cannot. */
function titledAt(x, y, target) {
  return (document.elementFromPoint(x, y) ?? target).closest?.("[title]:not(a, input)") ?? null;
}

function show(tip, titled) {
  const text = titled.getAttribute("title");
  if (!text) return false;
  tip.textContent = text;
  tip.showPopover();
  const { left, top, bottom } = titled.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  tip.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  tip.style.top = `${bottom + height + EDGE < innerHeight ? bottom + EDGE / 2 : Math.max(EDGE, top - height - EDGE / 2)}px`;
  return true;
}
