// Few controls, named by what happens to the process.
import { ACTIONS, ROLES, SERVER_ACTIONS, holderOf, refusal, serverRefusal, targetOf } from "../actions.js";
import { html } from "../html.js";
import { serverOf } from "../servers.js";

const TIMEOUTS = [2, 4, 6, 10, 20];

export function Controls(view) {
  const { state } = view;
  return html`
    <div class="controls">
      <${Elections} ...${view} />
      ${state.read_only ? html`<span class="chip"
        data-testid="read-only">read-only: watching</span>` : html`<${Start} ...${view} /><${Act}
          ...${view} />`}
    </div>
  `;
}

function Elections({ state, election, choose, actions }) {
  const followed = Object.values(state.elections);
  const found = Object.entries(state.found ?? {});
  const pick = (event) => {
    const { value } = event.target;
    event.target.value = election?.path ?? "";
    if (value === "other…") choose({ dialog: "follow" });
    else if (state.elections[value]) choose({ election: value, candidate: null, unfolded: false });
    else actions.follow(value);
  };
  return html`
    <select class="elections" data-testid="election" aria-label="Election" value=${election?.path ?? ""}
      onChange=${pick}>
      ${followed.map(({ path, strategy }) => html`<option key=${path}
        value=${path}>${path} · ${strategy}</option>`)}
      ${
        found.length > 0 &&
        !state.read_only &&
        html`<optgroup label="Found, not followed yet">
        ${found.map(([path, { members }]) => html`<option key=${path}
          value=${path}>${path} · ${members}</option>`)}</optgroup>`
      }
      ${!state.read_only && html`<option value="other…">another path …</option>`}
    </select>
  `;
}

function Start({ state, election, page, chosen, choose, actions }) {
  if (!election) return null;
  const room =
    (state.limits?.candidates ?? Infinity) -
    Object.values(state.candidates).filter(({ process }) => process !== "exited").length;
  return html`
    <span class="group" role="group" aria-label="Start candidates">
      ${[1, 5, 20].map(
        (number) => html`
        <button key=${number} class="primary" data-testid=${`start-${number}`}
          disabled=${room < number || page.busy.has(`start-${number}`)}
            aria-busy=${page.busy.has(`start-${number}`)}
          title=${room < number ? `The limit is ${state.limits.candidates} candidates` : `Start ${number} more`}
          onClick=${() => actions.start(number, election.path, election.strategy)}>+${number}<span
            class="sr"> candidates</span></button>`,
      )}
    </span>
    <label class="timeout"
      title="Session timeout of the candidates started next: that long ZooKeeper keeps the znode of a dead process">
      <span class="soft">session</span>
      <select data-testid="timeout" value=${chosen.timeout}
        onChange=${(event) => choose({ timeout: Number(event.target.value) })}>
        ${TIMEOUTS.map((seconds) => html`<option key=${seconds} value=${seconds}>${seconds} s</option>`)}
      </select>
    </label>
  `;
}

function Act(view) {
  const { state, election, page, choose } = view;
  if (!election) return null;
  return html`
    <span class="act"><${Target} ...${view} /><${isServerMeant(view) ? ServerActs : Acts} ...${view} /></span>
    <button class="quiet stop-all" data-testid="stop-all" disabled=${!anyAlive(state) || page.busy.has("stop-all")}
      onClick=${() => choose({ dialog: "stop-all" })}>Stop all</button>
  `;
}

function isServerMeant({ state, chosen }) {
  return Boolean(chosen.server && state.zookeeper.actions);
}

function Acts(view) {
  const target = targetOf(view);
  return html`
    <span class="group" role="group" aria-label=${`What happens to ${target.name}`}>
      ${ACTIONS.map(
        (action) => html`<${ActionButton} key=${action.word} ...${action} ...${view}
        target=${target} busy=${view.page.busy.has(action.action)} />`,
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

function anyAlive({ candidates }) {
  return Object.values(candidates).some(({ process }) => process !== "exited");
}

function Target({ state, election, chosen, choose }) {
  const pick = (role) => choose({ role, candidate: null, server: null });
  const one = chosen.candidate ?? (isServerMeant({ state, chosen }) ? chosen.server : null);
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (ROLES.indexOf(chosen.role) + step + ROLES.length) % ROLES.length;
    pick(ROLES[next]);
    event.currentTarget.querySelectorAll("button")[next].focus();
  };
  return html`
    <span class="group target" role="radiogroup" aria-label="Whom" onKeyDown=${move} data-testid="role">
      ${ROLES.map(
        (role) => html`
        <button key=${role} role="radio" data-testid=${`role-${role}`}
          aria-checked=${!one && chosen.role === role} tabindex=${chosen.role === role ? 0 : -1}
          title=${nowHeldBy(election, role)}
          onClick=${() => pick(role)}>${role}</button>`,
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

function nowHeldBy(election, role) {
  const held = holderOf(election, role);
  return held ? `now ${held.candidate ?? held.label}` : "nobody now";
}

function ActionButton({ word, action, does, target, busy, election, actions }) {
  const why = refusal({ word, action }, target);
  return html`
    <button class=${action === "kill" ? "danger" : ""} data-testid=${`action-${word}`} data-action=${action}
      disabled=${Boolean(why) || busy} aria-busy=${busy}
      title=${why ?? `${word} ${target.id ?? target.name}: ${does}`}
      onClick=${() => actions.act(action, election.path)}>${word}</button>
  `;
}
