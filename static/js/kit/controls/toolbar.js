// A row of buttons that is one stop of the Tab key: the arrows walk along it.
import { html, useLayoutEffect, useRef } from "../../html.js";

export function Toolbar({ label, look = "", children }) {
  const row = useRef(null);
  const held = useRef(null); // the button that had the focus last
  useLayoutEffect(() => rove(row.current, held.current));
  const enter = ({ target }) => {
    held.current = target;
    rove(row.current, target);
  };
  const walk = (event) => {
    const items = buttonsIn(row.current).filter((item) => item.getClientRects().length);
    const at = items.indexOf(event.target);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 }[event.key];
    if (at < 0 || next === undefined || !event.target.matches(":focus-visible")) return; // after a click the arrows choose candidates
    event.preventDefault();
    items.at(next % items.length).focus();
  };
  return html`<span ref=${row} class=${`toolbar ${look}`} role="toolbar" aria-label=${label} onFocusIn=${enter} onKeyDown=${walk}>${children}</span>`;
}

/** Have Tab reach one of the row's buttons: the one that was there last, else the first. */
function rove(row, held) {
  const items = buttonsIn(row);
  const stop = items.includes(held) ? held : items[0];
  for (const item of items) item.tabIndex = item === stop ? 0 : -1;
}

function buttonsIn(row) {
  return [...row.querySelectorAll("button:not(:disabled)")].filter((button) => !button.closest("[popover]"));
}
