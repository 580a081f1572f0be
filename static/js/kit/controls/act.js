// The actions on the chosen candidate or server, else on the holder of the chosen role.
import { SERVER_ACTIONS } from "../../actions.js";
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { panel } from "../panel.js";
import { walking } from "../walk.js";
import { serverOf } from "../../servers.js";
import { clearedBy, crewOf, heldRole, refusal, rolesOf, serverRefusal, targetOf } from "../../targets.js";

/** Draw the actions of any view, with the view's roles: <${Act} ...${view} />. */
export const Act = panel((view) => {
  const { page, choose } = view;
  const { ids, others, of } = crewOf(view);
  const which = ids.length ? `Stop the ${plural(ids.length, "candidate")} of ${of}` : "No candidate of this view runs";
  return html`
    <button class="quiet stop-all" data-testid="stop-all" disabled=${!ids.length || page.busy.has("stop-all")}
      title=${others ? `${which}; ${plural(others, "other")} of this dashboard ${others === 1 ? "goes" : "go"} on` : which}
      onClick=${() => choose({ dialog: "stop-all" })}>Stop all${ids.length > 0 && ` ${ids.length}`}</button>
    <${Clear} ...${view} />
    <span class="act"><${Target} ...${view} /><${isServerMeant(view) ? ServerActs : Acts} ...${view} /></span>
  `;
});

/** Draw the button that clears the view's place; a view without Act has it by itself. */
export function Clear(view) {
  if (!clearedBy(view).length) return null;
  return html`<button class="quiet stop-all" data-testid="clear" title="Stop them, and delete what earlier tries have left here; the page asks first"
    onClick=${() => view.choose({ dialog: "clear" })}>Clear …</button>`;
}

function isServerMeant({ state, chosen }) {
  return Boolean(chosen.server && state.zookeeper.actions);
}

function Acts(view) {
  const target = targetOf(view);
  return html`
    <span class="group" role="group" aria-label=${`Actions on ${target.name}`}>
      ${view.acts.filter(({ shown }) => !shown || shown(view, target)).map(
        (action) => html`<${ActionButton} key=${action.word} ...${action} ...${view}
        busy=${view.page.busy.has(action.action)} />`,
      )}
    </span>
  `;
}

function ServerActs({ state, page, chosen: { server: name }, actions }) {
  const server = serverOf(state, name);
  return html`
    <span class="group" role="group" aria-label=${`Actions on ${name}`}>
      ${SERVER_ACTIONS.map(
        (action) => html`<${ServerButton} key=${action.word} ...${action} name=${name}
        why=${serverRefusal(action, server)}
        busy=${server.busy === action.action || page.busy.has(`${name}-${action.action}`)}
        act=${() => actions.actOnServer(action.action, name, state)} />`,
      )}
    </span>
  `;
}

function ServerButton({ word, action, does, name, why, busy, act }) {
  return html`
    <button class=${action === "kill" ? "danger" : ""} data-testid=${`action-${word}`}
      disabled=${Boolean(why) || busy} aria-busy=${busy} title=${why ?? `${word} ${name}: ${does}`}
      onClick=${act}>${word}</button>
  `;
}

function Target(view) {
  const { chosen, choose } = view;
  const roles = rolesOf(view);
  const held = heldRole(view)?.role;
  const pick = ({ role }) => choose({ role, candidate: null, server: null });
  const one = chosen.candidate ?? (isServerMeant(view) ? chosen.server : null);
  return html`
    <span class="group target" role="radiogroup" aria-label="Act on" onKeyDown=${walking(roles.length, (at) => pick(roles[at]))} data-testid="role">
      ${roles.map(
        (entry) => html`
        <button key=${entry.role} role="radio" data-testid=${`role-${entry.role}`}
          aria-checked=${!one && entry.role === held} tabindex=${entry.role === held ? 0 : -1}
          title=${nowHeldBy(entry)} onClick=${() => pick(entry)}>${entry.role}</button>`,
      )}
      ${
        one &&
        html`
        <button role="radio" aria-checked="true" class="chosen" data-testid="chosen" title="Choose nobody (Esc)"
          onClick=${() => choose({ candidate: null, server: null })}>${one} <span
            aria-hidden="true">✕</span></button>`
      }
    </span>
  `;
}

function nowHeldBy({ id, label }) {
  return (id ?? label) ? `now ${id ?? label}` : "nobody now";
}

/** Tell whether this is a first click: after it ended the chosen one, a second click must not end the next. */
function isFirst({ detail }) {
  return detail < 2;
}

/** Return "catch-up" of "catch up". */
function testidOf(word) {
  return word.replaceAll(" ", "-");
}

function ActionButton(button) {
  const { word, action, be, does, busy, actions } = button;
  const target = targetOf(button, action);
  const why = refusal({ word, action, be }, target);
  return html`
    <button class=${action === "kill" ? "danger" : ""} data-testid=${`action-${testidOf(word)}`} data-action=${action}
      disabled=${Boolean(why) || busy} aria-busy=${busy}
      title=${why ?? `${word} ${target.id ?? target.name}: ${does}`}
      onClick=${(event) => isFirst(event) && actions.act(action, button)}>${word}</button>
  `;
}
