// What controls are made of: buttons, choices among a few, and rows in which the arrows walk.
import { html, useLayoutEffect, useRef } from "../../html.js";

/** Draw a button. why: why it cannot be pressed now; null if it can. */
export function Do({ page, name, testid = name, look = "", why = null, title, run, children }) {
  const busy = page.busy.has(name);
  return html`<button class=${look} data-testid=${testid} disabled=${Boolean(why) || busy} aria-busy=${busy} title=${why ?? title}
    onClick=${run}>${children}</button>`;
}

/** Draw a switch, which is on or off. */
export function Switch({ page, name, testid = name, look = "", on, title, run, children }) {
  return html`<button class=${`switch ${look}`} role="switch" aria-checked=${on} data-testid=${testid} title=${title}
    disabled=${page.busy.has(name)} onClick=${run}><i aria-hidden="true"></i>${children}</button>`;
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Draw the choice. among: [{value, word, testid, title?, disabled?}]; stop: the value that Tab reaches while none is chosen.
 * @param {Record<string, any>} props
 */
export function Radios({ label, testid, look = "", among, value, stop = value, pick }) {
  const keys = (event) => {
    const step = STEPS[event.key];
    const buttons = [...event.currentTarget.children];
    const possible = buttons.filter(({ disabled }) => !disabled);
    if (!step || !possible.length) return;
    event.preventDefault();
    const next = possible[(possible.indexOf(event.target) + step + possible.length) % possible.length]; // the drawing may be a frame late
    pick(among[buttons.indexOf(next)].value);
    next.focus();
  };
  return html`
    <span class=${`group ${look}`} role="radiogroup" aria-label=${label} data-testid=${testid} onKeyDown=${keys}>
      ${among.map(
        (one) => html`<button key=${one.value} type="button" role="radio" data-testid=${one.testid} title=${one.title} disabled=${one.disabled}
          aria-checked=${one.value === value} tabindex=${one.value === stop ? 0 : -1} onClick=${() => pick(one.value)}>${one.word}</button>`,
      )}
    </span>
  `;
}

const inSeconds = (value) => `${value} s`;

/**
 * Draw the choice that `chosen[choice]` remembers. among: the values; say(value): a value in words; set(value): what
 * else a choice does.
 */
export function Select({ chosen, choose, choice, among, word, title, testid, say = inSeconds, set }) {
  const pick = ({ target }) => {
    const value = among[target.selectedIndex];
    choose({ [choice]: value });
    set?.(value);
  };
  return html`
    <label class="setting" title=${title}><span class="soft">${word}</span>
      <select data-testid=${testid} value=${chosen[choice] ?? ""} onChange=${pick}>
        ${among.map((value) => html`<option key=${value} value=${value ?? ""}>${say(value)}</option>`)}
      </select></label>
  `;
}

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

const ALONG = { ArrowRight: 1, ArrowLeft: -1 };

/** Return what a row of tabs does with a key: go on to the next one that shows; `pick(index)` chooses it, by its place among all. */
export const walking = (pick) => (event) => {
  const all = [...event.currentTarget.children];
  const shown = all.filter((tab) => tab.getClientRects().length);
  const at = shown.indexOf(event.target); // the drawing may be a frame late
  const step = ALONG[event.key];
  if (!step || at < 0) return;
  event.preventDefault();
  const next = shown[(at + step + shown.length) % shown.length];
  pick(all.indexOf(next));
  next.focus();
};
