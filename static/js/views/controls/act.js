// What happens to whom: the chosen candidate or server, else whoever has the chosen role.
import { ACTIONS, SERVER_ACTIONS } from "../../actions.js";
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { serverOf } from "../../servers.js";
import { crewOf, heldRole, refusal, rolesOf, serverRefusal, targetOf } from "../../targets.js";

/** For every view, with what it was handed: <${Act} ...${view} />. Its roles are those of the view. */
export function Act(view) {
  const { page, choose } = view;
  const { ids, others, of } = crewOf(view);
  const which = ids.length ? `Stop the ${plural(ids.length, "candidate")} of ${of}` : "Nobody of this view runs";
  return html`
    <span class="act"><${Target} ...${view} /><${isServerMeant(view) ? ServerActs : Acts} ...${view} /></span>
    <button class="quiet stop-all" data-testid="stop-all" disabled=${!ids.length || page.busy.has("stop-all")}
      title=${others ? `${which}; ${plural(others, "other")} of this dashboard ${others === 1 ? "goes" : "go"} on` : which}
      onClick=${() => choose({ dialog: "stop-all" })}>Stop all${ids.length > 0 && ` ${ids.length}`}</button>
  `;
}

function isServerMeant({ state, chosen }) {
  return Boolean(chosen.server && state.zookeeper.actions);
}

function Acts(view) {
  const target = targetOf(view);
  return html`
    <span class="group" role="group" aria-label=${`What happens to ${target.name}`}>
      ${ACTIONS.filter(({ shown }) => !shown || shown(view, target)).map(
        (action) => html`<${ActionButton} key=${action.word} ...${action} ...${view}
        busy=${view.page.busy.has(action.action)} />`,
      )}
    </span>
  `;
}

function ServerActs({ state, page, chosen: { server: name }, actions }) {
  const server = serverOf(state, name);
  return html`
    <span class="group" role="group" aria-label=${`What happens to ${name}`}>
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
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !roles.length) return;
    event.preventDefault();
    const next = (roles.findIndex(({ role }) => role === held) + step + roles.length) % roles.length;
    pick(roles[next]);
    event.currentTarget.querySelectorAll("button")[next].focus();
  };
  return html`
    <span class="group target" role="radiogroup" aria-label="Whom" onKeyDown=${move} data-testid="role">
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

/** The first click of a double click may end the chosen one: the second one is not meant for the next. */
function isFirst({ detail }) {
  return detail < 2;
}

/** "catch up" → "catch-up", "set behind" → "set-behind" */
function testidOf(word) {
  return word.replaceAll(" ", "-");
}

function ActionButton(button) {
  const { word, action, does, busy, actions } = button;
  const target = targetOf(button, action);
  const why = refusal({ word, action }, target);
  return html`
    <button class=${action === "kill" ? "danger" : ""} data-testid=${`action-${testidOf(word)}`} data-action=${action}
      disabled=${Boolean(why) || busy} aria-busy=${busy}
      title=${why ?? `${word} ${target.id ?? target.name}: ${does}`}
      onClick=${(event) => isFirst(event) && actions.act(action, button)}>${word}</button>
  `;
}
