// The row of controls of somebody who looks on: whether the page follows the presenter, and what the presenter lets its reader do.
import { html, useState } from "../html.js";
import { useTicks } from "../kit/now.js";

/** Draw the row; a press in it is no look elsewhere. */
export function Onlooker(view) {
  const { page: { you, room, shown, led, lead } } = view;
  const isPresented = Boolean(shown?.address);
  return html`
    <div class="onlooker" data-stays data-testid="onlooker">
      ${!isPresented ? html`<span class="chip">You look on: nobody presents yet</span>`
        : led?.until ? html`<${Brought} ...${view} />`
        : led?.follows ? html`<span class="chip follows" role="status" data-testid="follows">Following the presenter</span>
          <button data-testid="own-view" title="Look around by yourself: any click or key of yours does the same" onClick=${led.hasOwn ? lead.goBack : lead.leave}>${led.hasOwn ? "My own view" : "Look around"}</button>`
        : html`<span class="chip" role="status" data-testid="looks-around">You look around</span>
          <button class="primary" data-testid="return" title="Follow the presenter again (Esc)" onClick=${lead?.follow}>Back to the presenter</button>`}
      <${Hands} ...${view} rights=${room?.rights ?? {}} />
      ${room?.rights?.name && html`<${Name} actions=${view.actions} name=${you.name} />`}
    </div>
  `;
}

function Brought({ page: { led, lead } }) {
  useTicks(250);
  const seconds = Math.max(0, Math.ceil((led.until - Date.now()) / 1000));
  return html`<span class="chip follows" role="status" data-testid="brought">The presenter brings everybody back in ${seconds} s</span>
    <button data-testid="stay" onClick=${lead.stay}>Stay here</button>`;
}

/** Draw what the presenter lets the audience do: the act itself, each refusal in words. */
function Hands(view) {
  const { rights, actions, page, chosen, page: { you } } = view;
  const election = view.election?.path;
  const mine = chosen.candidate && you.own.includes(chosen.candidate) ? chosen.candidate : null;
  const act = (action) => actions.attempt(action, "POST", `candidates/${encodeURIComponent(mine)}/${action}`);
  return html`
    ${rights.start && election && html`<button class="primary" data-testid="join-election" disabled=${page.busy.has("start-own")}
      title=${`Start a candidate of yours in ${election}`} onClick=${() => actions.attempt("start-own", "POST", "candidates", { election })}>+ a candidate of mine</button>`}
    ${rights.own && mine && ["stop", "pause", "resume", "kill"].map((action) => html`<button key=${action} class=${action === "kill" ? "danger apart" : ""}
      data-testid=${`own-${action}`} onClick=${() => act(action)}>${WORDS[action]} ${mine}</button>`)}
    ${rights.console && view.here.id !== "znodes" && html`<button data-testid="own-console" onClick=${() => view.choose({ view: "znodes" })}>Console</button>`}
  `;
}

const WORDS = { stop: "stop", pause: "freeze", resume: "wake", kill: "kill" };

function Name({ name, actions }) {
  const [isTyped, type] = useState(false);
  const take = async (event) => {
    event.preventDefault();
    const done = await actions.attempt("rename", "POST", "room/name", { name: event.target.elements.name.value });
    if (done) type(false);
  };
  if (!isTyped) return html`<button class="quiet" data-testid="rename" onClick=${() => type(true)}>Another name</button>`;
  return html`<form onSubmit=${take}><label>Your name <input name="name" maxlength="24" value=${name} data-testid="own-name" autocomplete="off" /></label> <button>Take it</button></form>`;
}
