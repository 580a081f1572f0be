// What can be done to the chosen candidate or server, else to the holder of the chosen role: in the row, and beside the one itself.
import { SERVER_ACTIONS } from "../../actions.js";
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { clearedBy, crewOf, heldRole, refusal, rolesOf, serverRefusal, targetOf } from "../../targets.js";
import { serverOf } from "../../servers.js";
import { Menu } from "../menu.js";
import { panel } from "../panel.js";
import { Radios, Toolbar } from "./elements.js";

/** Draw the verbs of the row, with the view's own; what is done seldom is in a sheet, and kill stands apart. */
export const Act = panel((view) => {
  const { here: { subject, controls } } = view;
  const { verbs: Verbs, more: More, deeds, onWhom } = controls;
  const isOwn = deeds && !view.chosen.candidate;
  const { near, rest, kill } = placed((isOwn ? deeds : deedsOf)(view));
  return html`
    <${Toolbar} label=${`Actions on ${isOwn ? onWhom : nameOfTarget(view)}`} look="verbs">
      <span class="group">${near.map((deed) => html`<${Deed} key=${deed.word} ...${deed} />`)}</span>
      ${Verbs && html`<${Verbs} ...${view} />`}
      <${Menu} name="more" label="More that can be done" sign=${html`<span class="word">more</span><span class="long" aria-hidden="true"> ▾</span><span class="short" aria-hidden="true">⋯</span>`}>
        ${rest.map((deed) => html`<${Deed} key=${deed.word} ...${deed} />`)}
        ${More && html`<${More} ...${view} />`}
        ${(subject || view.chosen.candidate) && html`<${StopAll} ...${view} />`}<${Clear} ...${view} />
      <//>
      ${kill && html`<${Deed} ...${kill} />`}
    <//>
  `;
});

/** Draw what can be done to the chosen candidate, beside its drawing. */
export function OnProcess(view) {
  const { chosen, state } = view;
  if (!chosen.candidate || state.read_only) return null;
  const { near, rest, kill } = placed(deedsOf({ ...view, chosen: { ...chosen, server: null } }));
  return html`
    <${Toolbar} label=${`Actions on ${chosen.candidate}, beside it`} look="on-process">
      <span class="group">${near.map((deed) => html`<${Deed} key=${deed.word} ...${deed} at="on" />`)}</span>
      <${Menu} name="on-more" label=${`More that can be done to ${chosen.candidate}`} sign="more…">
        ${rest.map((deed) => html`<${Deed} key=${deed.word} ...${deed} at="on" />`)}
      <//>
      ${kill && html`<${Deed} ...${kill} at="on" />`}
    <//>
  `;
}

function isServerMeant({ state, chosen }) {
  return Boolean(chosen.server && state.zookeeper.actions);
}

function nameOfTarget(view) {
  return isServerMeant(view) ? view.chosen.server : targetOf(view).name;
}

/**
 * Return what can be done: [{word, action, whom, title, why, busy, run}]. whom: its name, if it is not who the row names.
 * why: why it cannot be done now, null if it can; a view may have its own.
 */
function deedsOf(view) {
  const { state, page, actions, acts, chosen: { server: name } } = view;
  if (isServerMeant(view))
    return SERVER_ACTIONS.map((one) => ({
      ...one,
      title: `${one.word} ${name}: ${one.does}`,
      why: serverRefusal(one, serverOf(state, name)),
      busy: serverOf(state, name).busy === one.action || page.busy.has(`${name}-${one.action}`),
      run: () => actions.actOnServer(one.action, name, state),
    }));
  const named = targetOf(view);
  return acts.filter(({ shown }) => !shown || shown(view, named)).map((one) => {
    const target = targetOf(view, one.action);
    return {
      ...one,
      whom: target.id === named.id ? "" : ` ${target.id}`,
      title: `${one.word} ${target.id ?? target.name}: ${one.does}`,
      why: refusal(one, target),
      busy: page.busy.has(one.action),
      run: () => actions.act(one.action, view),
    };
  });
}

/** Return which deeds stand in the row, which in the sheet, and kill. Who can be woken takes the place of freeze. */
function placed(deeds) {
  const wakes = deeds.some(({ action, why }) => action === "resume" && !why);
  const isNear = ({ action }) => action === "stop" || action === (wakes ? "resume" : "pause");
  const [kill] = deeds.filter(({ action }) => action === "kill");
  return { near: deeds.filter(isNear), rest: deeds.filter((deed) => deed !== kill && !isNear(deed)), kill };
}

/** Draw the button of a deed; of a double click only the first acts: the second must not end the next one. */
function Deed({ word, action, whom = "", title, why, busy, run, at = "action", testid = `${at}-${word.replaceAll(" ", "-")}` }) {
  return html`
    <button class=${action === "kill" ? "danger apart" : ""} data-testid=${testid} data-action=${action}
      disabled=${Boolean(why) || busy} aria-busy=${busy} title=${why ?? title} onClick=${({ detail }) => detail < 2 && run()}>${word}${whom}</button>
  `;
}

function StopAll(view) {
  const { page, choose } = view;
  const { ids, others, of } = crewOf(view);
  const which = ids.length ? `Stop the ${plural(ids.length, "candidate")} of ${of}` : "No candidate of this view runs";
  return html`
    <button data-testid="stop-all" disabled=${!ids.length || page.busy.has("stop-all")}
      title=${others ? `${which}; ${plural(others, "other")} of this dashboard ${others === 1 ? "goes" : "go"} on` : which}
      onClick=${() => choose({ dialog: "stop-all" })}>Stop all${ids.length > 0 && ` ${ids.length}`}</button>
  `;
}

function Clear(view) {
  if (!clearedBy(view).length) return null;
  return html`<button data-testid="clear" title="Stop them, and delete what earlier tries have left here; the page asks first"
    onClick=${() => view.choose({ dialog: "clear" })}>Clear …</button>`;
}

/** Return whom the verbs act on whatever the role: the chosen candidate or server; null for nobody. */
function chosenOf(view) {
  return view.chosen.candidate ?? (isServerMeant(view) ? view.chosen.server : null);
}

/** Draw the roles, as buttons or, where there is little room, as a list. */
export function Target(view) {
  const { choose } = view;
  const roles = rolesOf(view);
  const { role: held, id, label } = heldRole(view) ?? {};
  const one = chosenOf(view);
  const pick = (role) => choose({ role, candidate: null, server: null });
  const whom = html`<span class="whom">${one ? html`<button class="chosen" data-testid="chosen" title="Choose nobody (Esc)"
    onClick=${() => choose({ candidate: null, server: null })}>${one} <span aria-hidden="true">✕</span></button>` : roles.length ? html`<bdi>${id ?? label ?? "nobody"}</bdi>` : `${view.here.controls.onWhom}:`}</span>`;
  if (!roles.length) return whom;
  return html`
    <${Radios} look="target" testid="role" label="Act on" value=${one ? null : held} stop=${held} pick=${pick}
      among=${roles.map((entry) => ({ value: entry.role, word: entry.role, testid: `role-${entry.role}`, title: nowHeldBy(entry) }))} />
    <select class="target-list" data-testid="role-list" aria-label="Act on" value=${one ? "" : held}
      onChange=${({ target }) => pick(target.value)}>
      ${one && html`<option value="" disabled>role</option>`}
      ${roles.map(({ role }) => html`<option key=${role} value=${role}>${role}</option>`)}
    </select>
    ${whom}
  `;
}

function nowHeldBy({ id, label }) {
  return (id ?? label) ? `now ${id ?? label}` : "nobody now";
}
