// The presenter's sheet: where the audience finds the dashboard, who is there, what they may do, and the room made ready for the next class.
import { plural } from "../format.js";
import { html, useEffect, useState } from "../html.js";
import { Switch } from "../kit/controls/elements.js";
import { Ask, Dialog } from "../kit/dialog.js";
import { addressFor } from "./address.js";
import { Drawn } from "./code.js";

const RIGHTS = [
  ["start", "start candidates in an election that is there, up to three each"],
  ["own", "stop, freeze, wake and kill the candidates that they started"],
  ["console", "open a console of their own, which can change all of ZooKeeper"],
  ["name", "choose their own name in place of the made-up one"],
];

export function Room(view) {
  const { page, page: { room, lead }, actions, close, choose, chosen } = view;
  const [told, setTold] = useState(null);
  const [asks, ask] = useState(null);
  useEffect(() => void actions.attempt("room", "GET", "room").then(setTold), [room?.code]); // a reset changes it
  if (asks === "reset") return html`<${Reset} ...${view} close=${() => ask(null)} />`;
  if (asks === "drive") return html`<${TakeOver} presenter=${room.presenter} take=${() => (lead.takeOver(true), ask(null))} close=${() => ask(null)} />`;
  const address = told && addressFor(told);
  const drives = page.led?.presents;
  return html`
    <${Dialog} title="The room" close=${close}>
      <div class="hall-room" data-testid="room-dialog">
        ${address ? html`<${Drawn} text=${address} name="for the audience" />` : html`<p aria-busy="true">Asking where the audience finds this dashboard …</p>`}
        <div>
          ${address && html`<p>The audience opens <b class="room-address" data-testid="audience-address">${address}</b></p>
            ${isLocal(address) && html`<p class="note" data-testid="room-local">Phones cannot reach this address: it is of this machine alone. Start the dashboard with <code>--host 0.0.0.0</code>.</p>`}`}
          <p data-testid="room-count">${plural(room?.audience ?? 0, "visitor")}, of whose ${plural(room?.pages ?? 0, "page")} ${room?.following ?? 0} ${room?.following === 1 ? "follows" : "follow"} you.
            ${!drives && html` ${room?.driver ? `${room.presenter} presents now.` : "Nobody presents."} <button data-testid="take-over" onClick=${() => (room?.driver ? ask("drive") : lead?.takeOver(false))}>Present with this page</button>`}</p>
          <p><button class="primary" data-testid="bring" disabled=${!drives} title="Pages that look elsewhere follow you in five seconds, unless their readers stay" onClick=${lead?.bring}>Bring everybody to me</button></p>
          <p><b>The audience may</b></p>
          ${RIGHTS.map(([right, words]) => html`<${Switch} key=${right} look="room-right" page=${page} name=${`right-${right}`} on=${Boolean(room?.rights?.[right])}
            run=${() => actions.attempt(`right-${right}`, "POST", `room/rights/${right}`, { on: !room?.rights?.[right] })}>${words}<//>`)}
          <${Wifi} chosen=${chosen} choose=${choose} />
          <p class="soft">A click with the shift key held draws a ring on all pages. In projector mode (p) the code stays on the screen; press it for another size.</p>
          <p><button data-testid="room-phones" onClick=${() => choose({ dialog: "phones" })}>Can phones reach this?</button></p>
          <p class="buttons"><button class="danger" data-testid="room-reset" onClick=${() => ask("reset")}>Reset the room …</button></p>
        </div>
      </div>
    <//>
  `;
}

const isLocal = (address) => /^https?:\/\/(127\.|localhost|\[::1\])/.test(address);

/** Ask for the Wi-Fi's name and password, which this browser alone keeps, until it is closed. */
function Wifi({ chosen, choose }) {
  const { ssid = "", password = "" } = chosen.wifi ?? {};
  const type = (changes) => choose({ wifi: { ssid, password, ...changes } });
  return html`
    <details open=${Boolean(ssid)}><summary>A code for the Wi-Fi beside it</summary>
      <label>Its name <input data-testid="wifi-name" value=${ssid} maxlength="32" autocomplete="off" onInput=${({ target }) => type({ ssid: target.value })} /></label>
      <label>Its password <input data-testid="wifi-password" value=${password} maxlength="63" autocomplete="off" onInput=${({ target }) => type({ password: target.value })} /></label>
    </details>
  `;
}

function TakeOver({ presenter, take, close }) {
  return html`
    <${Ask} title="Present with this page?" keep=${`Leave it to ${presenter}`} does="Take over" act=${take} close=${close}>
      <p>${presenter} presents now. If you take over, the audience follows this page, and ${presenter} is told.</p>
    <//>
  `;
}

function Reset({ state, actions, page, close }) {
  const run = async () => {
    const done = await actions.attempt("room-reset", "POST", "room/reset", {});
    if (!done) return;
    actions.toast("The room is ready for the next class.", "good");
    close();
  };
  const running = Object.values(state.candidates).filter(({ process }) => process !== "exited").length;
  return html`
    <${Ask} title="Reset the room?" count=${running} keep="Keep it" does="Reset the room" isBusy=${page.busy.has("room-reset")} act=${run} close=${close}>
      <p>${plural(running, "candidate")} will be stopped, the consoles of the audience close, and the audience may only look again.</p>
      <p>Its address changes, and the pages of this class see nothing any more; an address that <code>--audience-code</code> names stays, and so do they.</p>
    <//>
  `;
}
