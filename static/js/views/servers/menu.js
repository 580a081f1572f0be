// The actions of one server as a menu beside its name, each with what it does.
import { SERVER_ACTIONS } from "../../actions.js";
import { html, useRef } from "../../html.js";
import { serverOf } from "../../servers.js";
import { serverRefusal } from "../../targets.js";

export function Menu({ name, state, choose, actions }) {
  const menu = useRef(null);
  const button = useRef(null);
  const act = (action) => {
    menu.current.hidePopover();
    button.current.focus();
    actions.actOnServer(action, name, state);
  };
  const server = serverOf(state, name);
  // The item in focus when the menu opens.
  const first = SERVER_ACTIONS.find((action) => !serverRefusal(action, server));
  return html`
    <button ref=${button} class="icon more" data-testid=${`menu-${name}`} aria-haspopup="menu"
      popovertarget=${`menu-of-${name}`} title=${`Actions on ${name}`}
      onClick=${() => choose({ server: name })}><span aria-hidden="true">⋯</span><span
        class="sr">Actions on ${name}</span></button>
    <div ref=${menu} id=${`menu-of-${name}`} class="menu" popover="auto" role="menu"
      aria-label=${`Actions on ${name}`} onKeyDown=${walk}
      onToggle=${(event) => event.newState === "open" && place(menu.current, button.current)}>
      ${SERVER_ACTIONS.map(
        (action) => html`<${Item} ...${action} letter=${action.key} name=${name}
        why=${serverRefusal(action, server)} first=${action === first} act=${act} />`,
      )}
    </div>
  `;
}

function Item({ word, action, does, letter, name, why, first, act }) {
  return html`
    <button role="menuitem" tabindex="-1" data-testid=${`menu-${name}-${word}`} aria-disabled=${Boolean(why)}
      title=${why} autofocus=${first} class=${action === "kill" ? "danger" : ""}
      onClick=${() => !why && act(action)}>
      <b>${word}</b><kbd>${letter}</kbd><span class="soft">${does}</span></button>
  `;
}

/** Place the menu below its button, or above it if there is no room below. */
function place(menu, button) {
  const box = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = Math.max(8, Math.min(box.right - width, innerWidth - width - 8));
  const beneath = box.bottom + height + 8 <= innerHeight;
  Object.assign(menu.style, {
    left: `${left}px`,
    top: `${Math.max(8, beneath ? box.bottom + 4 : box.top - height - 4)}px`,
  });
}

function walk(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll("[role=menuitem]")];
  items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
}
