// What stands in a title, for those who have no pointer that hovers: a finger held on it shows it, or the menu key at the focus. The
// key again shows the next one on the page, for most of what has a title takes no focus.
const HELD_MS = 500;
const MOVED = 10; // px: the finger scrolls
const EDGE = 8; // px to the edge of the window
const TITLED = '[title]:not([title=""]), svg:has(> title), svg *:has(> title)';

/** Listen for fingers and for the menu key. The browser's own menu stays for links, text that is selected, and fields. */
export function showTips() {
  const tip = document.body.appendChild(document.createElement("p"));
  Object.assign(tip, { className: "tip", popover: "manual", role: "status" });
  let timer = null;
  let from = null; // where the finger came down; null once it is up, or scrolls
  let isShown = false; // by this finger: what it is on does nothing when it goes up
  let told = null; // {focus, titled}: what the menu key has shown, and where the focus was
  const end = () => (clearTimeout(timer), (from = null));
  addEventListener("pointerdown", ({ pointerType, target, clientX: x, clientY: y }) => {
    tip.hidePopover();
    isShown = false;
    const titled = pointerType === "touch" && titledAt(x, y, target);
    if (!titled) return;
    from = { x, y };
    timer = setTimeout(() => ((isShown = true), show(tip, titled)), HELD_MS);
  }, { capture: true });
  addEventListener("pointermove", ({ clientX: x, clientY: y }) => from && Math.hypot(x - from.x, y - from.y) > MOVED && end(), { capture: true, passive: true });
  for (const deed of ["pointerup", "pointercancel"]) addEventListener(deed, end, { capture: true });
  addEventListener("click", (event) => isShown && ((isShown = false), event.preventDefault(), event.stopPropagation()), { capture: true });
  addEventListener("contextmenu", (event) => isShown && event.preventDefault(), { capture: true });
  addEventListener("keydown", (event) => {
    if (event.key === "Shift") return;
    tip.hidePopover();
    const isMenu = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
    const titled = isMenu ? titledFrom(event.target, told) : null;
    told = titled && { focus: event.target, titled };
    if (!titled) return;
    show(tip, titled);
    event.preventDefault();
  }, { capture: true });
}

/** Return what has a title at a place; a button that cannot be pressed gets no events, and says why it cannot. */
function titledAt(x, y, target) {
  return (document.elementFromPoint(x, y) ?? target).closest?.(`:is(${TITLED}):not(a, input)`) ?? null;
}

/** Return what the menu key shows at a focus: its title, or the first behind it; after one was told there, the next; null leaves it to the browser. */
function titledFrom(focus, told) {
  const isAgain = told?.focus === focus && told.titled.isConnected;
  const own = isAgain ? null : focus.closest(TITLED);
  if (own || focus.matches("a, input, textarea")) return own;
  const from = isAgain ? told.titled : focus;
  const within = document.querySelector("dialog[open]") ?? document.body;
  const all = [...within.querySelectorAll(TITLED)].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  return all.find((one) => from.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) ?? all[0] ?? null;
}

function show(tip, titled) {
  tip.textContent = titled.getAttribute("title") ?? titled.querySelector(":scope > title").textContent;
  tip.showPopover();
  titled.scrollIntoView({ block: "nearest", inline: "nearest" });
  const { left, top, bottom } = titled.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tip;
  tip.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  tip.style.top = `${bottom + height + EDGE < innerHeight ? bottom + EDGE / 2 : Math.max(EDGE, top - height - EDGE / 2)}px`;
}
