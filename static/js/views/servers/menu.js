// The actions of one server as a menu beside its name, each with what it does.
import { SERVER_ACTIONS } from "../../actions.js";
import { html } from "../../html.js";
import { Menu as Opening } from "../../kit/menu.js";
import { serverOf } from "../../servers.js";
import { serverRefusal } from "../../targets.js";

export function Menu({ name, state, choose, actions }) {
  const sign = html`<span aria-hidden="true">⋯</span><span class="sr">Actions on ${name}</span>`;
  return html`
    <${Opening} name=${`of-${name}`} testid=${`menu-${name}`} role="menu" look="icon more" label=${`Actions on ${name}`} sign=${sign}
      opened=${() => choose({ server: name })}>
      ${SERVER_ACTIONS.map(
        (action) => html`<${Item} ...${action} letter=${action.key} name=${name} why=${serverRefusal(action, serverOf(state, name))}
          act=${() => actions.actOnServer(action.action, name, state)} />`,
      )}
    <//>
  `;
}

function Item({ word, action, does, letter, name, why, act }) {
  return html`
    <button role="menuitem" tabindex="-1" data-testid=${`menu-${name}-${word}`} aria-disabled=${Boolean(why)}
      title=${why} class=${action === "kill" ? "danger" : ""} onClick=${() => !why && act()}>
      <b>${word}</b><kbd>${letter}</kbd><span class="soft">${does}</span></button>
  `;
}
