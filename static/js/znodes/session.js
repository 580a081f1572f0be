// The session behind the workbench: its id, its ephemeral znodes, its credentials.
import { plural } from "../format.js";
import { html, useState } from "../html.js";
import { Dialog } from "../kit/dialog.js";
import { Sure } from "./guarded.js";

export function SessionChip({ state, choose }) {
  const { session, connection, ephemeral_count: own = 0, credentials = [] } = state.workbench ?? {};
  const open = connection && connection !== "closed";
  const parts = open ? [connection === "connected" ? session : connection] : ["none yet"];
  if (own) parts.push(plural(own, "ephemeral"));
  if (credentials.length) parts.push(credentials.map(nameOf).join(", "));
  return html`<button class="chip session" data-testid="workbench-session" data-connection=${connection} onClick=${() => choose({ dialog: "workbench-session" })}
    title="The workbench's own session with ZooKeeper: its ephemerals and credentials"><span
    class=${`dot ${connection === "connected" ? "good" : ""}`}></span>session · ${parts.join(" · ")}</button>`;
}

/** Return the name of an identity for people: alice of "digest:alice:hash". */
function nameOf({ scheme, id }) {
  return scheme === "digest" ? id.split(":")[0] : `${scheme}:${id}`;
}

export function Session(view) {
  const { state, close } = view;
  const workbench = state.workbench ?? {};
  const { session, connection = "closed", reason, credentials = [] } = workbench;
  const isOpen = connection !== "closed";
  return html`
    <${Dialog} title="The workbench's session" close=${close}>
      <p>The workbench creates, writes and deletes through its own session. Ephemeral znodes that are
        created here end with it.</p>
      <dl class="stat">
        <dt>session</dt><dd data-testid="session-id">${session ?? "none yet: it begins with the first use"}</dd>
        <dt>state</dt><dd>${connection}${reason ? `: ${reason}` : ""}</dd>
        <dt>credentials</dt><dd data-testid="credentials">${credentials.length ? credentials.map(nameOf).join(", ") : "none"}</dd>
      </dl>
      <${Ephemerals} workbench=${workbench} choose=${view.choose} />
      ${!state.read_only && html`<${Credentials} ...${view} />`}
      <div class="buttons">
        ${isOpen && session && !state.read_only && html`<${End} ...${view} workbench=${workbench} />`}
        <span class="spring"></span>
        <button class="primary" onClick=${close}>Close</button>
      </div>
    <//>
  `;
}

function Ephemerals({ workbench: { ephemerals = [], ephemeral_count: own = 0 }, choose }) {
  if (!own) return null;
  return html`
    <div><b>${plural(own, "ephemeral znode")} of this session</b><ul class="conflicts" data-testid="own-ephemerals">${ephemerals.map((path) => html`<li key=${path}><button
      onClick=${() => choose({ dialog: null, znode: path })}><code><bdi>${path}</bdi></code></button></li>`)}</ul></div>
  `;
}

function Credentials({ actions, page }) {
  const [user, setUser] = useState("");
  const [password, setPassword] = useState("");
  const submit = async (event) => {
    event.preventDefault();
    const given = await actions.attempt("credentials", "POST", "znodes/credentials", { scheme: "digest", user, password });
    if (given) (setUser(""), setPassword(""));
  };
  return html`
    <form onSubmit=${submit} class="credentials">
      <label>User<input value=${user} required data-testid="credentials-user" autocomplete="off" spellcheck="false" pattern="[^:]+"
        title="A name without a colon" onInput=${(event) => setUser(event.target.value)} /></label>
      <label>Password<input type="password" value=${password} data-testid="credentials-password" autocomplete="off"
        onInput=${(event) => setPassword(event.target.value)} /></label>
      <button data-testid="credentials-add" aria-busy=${page.busy.has("credentials")}>Add (digest)</button>
    </form>
    <p class="soft">ZooKeeper does not check them: wrong ones give no access. They end with the session.</p>
  `;
}

/** Draw the button that ends the session; it says how many ephemerals go too, and the call says so as well. */
function End({ workbench, actions }) {
  const { session, ephemeral_count: own = 0, seen } = workbench;
  const end = () => actions.attempt("end-session", "DELETE", "znodes/session", { session, expect: own, seen });
  const asks = own ? `Really end it? ${plural(own, "znode")} ${own === 1 ? "goes" : "go"} with it` : "Really end it?";
  return html`<${Sure} key=${`${own} ${seen}`} testid="session-end" asks=${asks} run=${end}>End the session<//>`;
}
