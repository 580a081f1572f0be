// The row of controls of somebody who looks on: whether the page follows the presenter, and what the presenter lets its reader do.
import { html } from "../html.js";
import { Menu } from "../kit/menu.js";
import { useTicks } from "../kit/now.js";

/** Draw the row; a press in it is no look elsewhere. */
export function Onlooker(view) {
  const { reel, page: { room, shown, led, lead } } = view;
  const isPresented = Boolean(shown?.address);
  const isNow = !reel.shown(); // in the past what leads back to the present stands beside it
  return html`
    <div class="onlooker" data-stays data-testid="onlooker">
      ${!isPresented ? html`<span class="chip">You look on: nobody presents yet</span>`
        : led?.until ? html`<${Brought} ...${view} />`
        : led?.follows ? html`<span class="chip follows" role="status" data-testid="follows">Following<span class="onlooker-whom"> the presenter</span></span>
          ${isNow && html`<button data-testid="own-view" title="Look around by yourself: any click or key of yours does the same" onClick=${led.hasOwn ? lead.goBack : lead.leave}>${led.hasOwn ? "My own view" : "Look around"}</button>`}`
        : html`${isNow && html`<span class="chip" role="status" data-testid="looks-around">You look around</span>`}
          <button class="primary" data-testid="return" title="Follow the presenter again (Esc)" onClick=${lead?.follow}>Back to the presenter</button>`}
      ${isNow && html`<${Hands} ...${view} rights=${usable(room?.rights ?? {}, reel.live.document)} />`}
    </div>
  `;
}

/** Return the rights of which a reader can make use: a read-only dashboard lets nobody act. */
const usable = (rights, { read_only: isReadOnly }) => (isReadOnly ? { name: rights.name } : rights);

function Brought({ page: { led, lead } }) {
  useTicks(250);
  const seconds = Math.max(0, Math.ceil((led.until - Date.now()) / 1000));
  return html`<span class="chip follows" role="status" data-testid="brought">The presenter brings everybody back in ${seconds} s</span>
    <button data-testid="stay" onClick=${lead.stay}>Stay here</button>`;
}

/** Draw what the presenter lets the audience do, each refusal in words; what is done seldom is in a sheet, and kill stands apart. */
function Hands(view) {
  const { rights, actions, state, page, chosen, page: { you } } = view;
  const election = view.election?.path;
  const mine = rights.own && you.own.includes(chosen.candidate) ? chosen.candidate : null;
  const isFrozen = state.candidates[mine]?.process === "paused";
  const deed = (word, action) => html`<button key=${word} class=${word === "kill" ? "danger apart" : ""} data-testid=${`own-${word}`} disabled=${page.busy.has(action)}
    onClick=${() => actions.attempt(action, "POST", `candidates/${encodeURIComponent(mine)}/${action}`)}>${word} ${mine}</button>`;
  const seldom = [
    mine && deed("stop", "stop"),
    rights.console && view.here.id !== "znodes" && html`<button data-testid="own-console" onClick=${() => (page.lead.leave(), view.choose({ view: "znodes" }))}>Console</button>`,
    rights.name && html`<${Name} actions=${actions} name=${you.name} />`,
  ].filter(Boolean);
  return html`
    ${rights.start && election && html`<button class="primary" data-testid="join-election" disabled=${page.busy.has("start-own")}
      title=${`Start a candidate of yours in ${election}`} onClick=${() => actions.attempt("start-own", "POST", "candidates", { election })}>start mine</button>`}
    ${mine && (isFrozen ? deed("wake", "resume") : deed("freeze", "pause"))}
    ${seldom.length > 0 && html`<${Menu} name="hands" label="More that you may do" sign=${html`<span class="word">more</span><span aria-hidden="true"> ▾</span>`}>${seldom}<//>`}
    ${mine && deed("kill", "kill")}
  `;
}

/** Ask for a name; what is typed stays while the page draws what happens. */
function Name({ name, actions }) {
  const take = (event) => {
    event.preventDefault();
    actions.attempt("rename", "POST", "room/name", { name: event.target.elements.name.value });
  };
  return html`<form onSubmit=${take}><label>Your name <input name="name" maxlength="24" defaultValue=${name} data-testid="own-name" autocomplete="off" /></label> <button>Take it</button></form>`;
}
