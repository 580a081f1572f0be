// What a button opens over the page, by the Popover API: a menu, or a sheet of controls; on a phone it comes from below.
import { html, useLayoutEffect, useRef } from "../html.js";

const EDGE = 8; // px to the edge of the window
const GAP = 4; // px to the button
const ITEMS = 'button:not(:disabled, [role="radio"][tabindex="-1"], .term *), select:not(:disabled)'; // a word is reached by Tab: it explains itself as it gets the focus
const STAYS = "[role=radio], [role=switch], .term *"; // what is pressed and leaves the sheet open

/**
 * Draw the button and what it opens, `children`. name: of both, in their test ids; sign: what the button shows; opened(): what
 * a press on the button does beside that; turned(isOpen): what opening and closing do.
 * @param {Record<string, any>} props
 */
export function Menu({ name, testid = `open-${name}`, role = "dialog", look = "", label, title = label, sign, opened, turned, children }) {
  const button = useRef(null);
  const sheet = useRef(null);
  const id = `sheet-${name}`;
  const isOpen = () => button.current.getAttribute("aria-expanded") === "true";
  useLayoutEffect(() => {
    if (isOpen()) place(sheet.current, button.current);
  });
  // At once, and not at the next drawing: a key that comes meanwhile is the sheet's.
  const toggles = ({ newState }) => button.current.setAttribute("aria-expanded", String(newState === "open"));
  const toggled = ({ newState }) => {
    const { activeElement } = document;
    turned?.(newState === "open");
    if (newState === "open") enter(sheet.current, button.current);
    else if (activeElement === document.body || sheet.current?.contains(activeElement)) button.current?.focus(); // its view may be left by now
  };
  const left = ({ relatedTarget }) => {
    if (relatedTarget && relatedTarget !== button.current && !sheet.current.contains(relatedTarget)) sheet.current.hidePopover();
  };
  const down = (event) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    if (isOpen()) enter(sheet.current, button.current);
    else sheet.current.showPopover();
  };
  const pressed = ({ target }) => {
    const deed = target.closest("button");
    if (!deed || deed.matches(STAYS) || deed.ariaDisabled === "true") return;
    sheet.current.hidePopover();
    button.current.focus(); // also where a click gives no focus, as in Safari
  };
  return html`
    <button ref=${button} class=${`opens ${look}`} data-testid=${testid} aria-haspopup=${role} aria-expanded="false" aria-controls=${id}
      popovertarget=${id} title=${title} onClick=${opened} onKeyDown=${down}>${sign}</button>
    <div ref=${sheet} id=${id} class="sheet" data-testid=${id} popover="auto" role=${role} aria-label=${label}
      onKeyDown=${walk} onClick=${pressed} onBeforeToggle=${toggles} onToggle=${toggled} onFocusOut=${left}>${children}</div>
  `;
}

function enter(sheet, button) {
  place(sheet, button);
  const items = itemsOf(sheet).filter((item) => !item.matches(".term > *")); // a word explains itself at the focus
  (items.find(({ ariaDisabled }) => ariaDisabled !== "true") ?? items[0])?.focus();
}

/** Place it below its button, or above it if there is no room below. */
function place(sheet, button) {
  const { left, top, bottom } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = sheet;
  const isBelow = bottom + GAP + height + EDGE <= innerHeight;
  sheet.style.setProperty("--left", `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`);
  sheet.style.setProperty("--top", `${Math.max(EDGE, isBelow ? bottom + GAP : top - GAP - height)}px`);
}

/** Walk with the arrows, Home and End; in a field they are the field's. */
function walk(event) {
  const items = itemsOf(event.currentTarget);
  const at = items.indexOf(document.activeElement);
  const [after, before] = [at + 1, Math.max(at, 0) - 1];
  const next = { ArrowDown: after, ArrowRight: after, ArrowUp: before, ArrowLeft: before, Home: 0, End: -1 }[event.key];
  if (next === undefined || event.defaultPrevented || event.target.matches("select, input")) return;
  event.preventDefault();
  items.at(next % items.length)?.focus();
}

function itemsOf(sheet) {
  return [...sheet.querySelectorAll(ITEMS)].filter((item) => item.getClientRects().length);
}
