// Delete: first it is counted what would go; more than one znode goes only when its name is typed.
import { count, plural } from "../../format.js";
import { html, useEffect, useRef, useState } from "../../html.js";
import { baseOf, parentOf } from "../../paths.js";
import { call, query } from "../../rest.js";
import { sourceWord } from "../../servers.js";
import { Dialog } from "../dialog.js";
import { useAnswer } from "./asked.js";
import { Guard, confirmed, isUnlocked } from "./guarded.js";
import { exportBelow } from "./transfer.js";

export function Delete(view) {
  const { chosen, close } = view;
  const { path } = chosen.ask;
  const [counted, recount] = useState(0);
  const { answer, error } = useAnswer(() => call("GET", query("znodes/count", { path })), [path, counted]);
  return html`
    <${Dialog} title=${`Delete ${baseOf(path)}?`} close=${close}>
      ${error && html`<p class="bench-warning" role="alert">${error}</p>`}
      ${!answer && !error && html`<p aria-busy="true">Counting what would go …</p>`}
      ${answer && html`<${Question} key=${counted} ...${view} path=${path} found=${answer} recount=${() => recount(counted + 1)} isAgain=${counted > 0} />`}
      ${!answer && html`<div class="buttons"><button onClick=${close} autofocus>Keep it</button></div>`}
    <//>
  `;
}

function Question(view) {
  const { path, found, isAgain, close, page } = view;
  const [typed, type] = useState("");
  const [word, setWord] = useState("");
  const first = useRef(null);
  useEffect(() => first.current.focus(), []);
  const several = found.znodes > 1;
  const ready = (!several || typed === baseOf(path)) && isUnlocked(path, word);
  const submit = (event) => (event.preventDefault(), ready && remove(view, found, word));
  return html`
    <form onSubmit=${submit} data-testid="delete-question" data-znodes=${found.znodes}>
      ${isAgain && html`<p class="bench-warning" role="alert" data-testid="delete-changed">Something has changed there in between;
        nothing was deleted. This is how it is now:</p>`}
      <p>${goes(path, found)}</p>
      <p class="soft">This ZooKeeper: ${sourceWord(view.state.zookeeper)}, <code>${view.state.zookeeper.hosts}${view.state.zookeeper.chroot}</code></p>
      ${found.others_ephemerals > 0 && html`<p class="bench-warning" role="alert"><b>${othersWords(found)}</b>: whoever owns
        one loses its place, its lock or its role.</p>`}
      ${found.denied > 0 && html`<p class="soft">${plural(found.denied, "znode")} may not be listed; what is below is not counted.</p>`}
      <${Guard} path=${path} word=${word} setWord=${setWord} />
      ${several && html`<label><span>Type its name, <code>${baseOf(path)}</code>, to delete all ${count(found.znodes)}:</span>
        <input ref=${first} data-testid="delete-name" value=${typed} onInput=${(event) => type(event.target.value)} spellcheck="false"
          autocomplete="off" /></label>`}
      <div class="buttons">
        <button type="button" onClick=${() => exportBelow(view, path)} aria-busy=${page.busy.has("export")}>Export first</button>
        <span class="spring"></span>
        <button type="button" ref=${several ? null : first} onClick=${close}>Keep it</button>
        <button class="danger" data-testid="delete-confirm" disabled=${!ready}
          aria-busy=${page.busy.has("delete")}>Delete ${several ? `${count(found.znodes)} znodes` : "it"}</button>
      </div>
    </form>
  `;
}

function goes(path, { znodes, ephemerals }) {
  const which = html`<code><bdi>${path}</bdi></code>`;
  if (znodes === 1) return html`${which} goes${ephemerals ? ", an ephemeral znode" : ""}. It cannot be brought back with the same history.`;
  return html`${which} goes with ${plural(znodes - 1, "znode")} below it${ephemerals ? `, ${count(ephemerals)} of them ephemeral` : ""}.`;
}

function othersWords({ others_ephemerals: others, znodes }) {
  if (znodes === 1) return "It is the ephemeral znode of another session";
  return others === 1 ? "One of them is the ephemeral znode of another session" : `${count(others)} of them are ephemeral znodes of other sessions`;
}

/** What the reader has seen goes with the call; where it is no longer so, the dialog says what is. */
async function remove({ path, recount, choose, actions }, found, word) {
  const body = { path, recursive: true, expect: found.znodes, zxid: found.zxid, ...confirmed(path, word) };
  const refused = (error) => (error.status === 409 ? recount() : actions.toast(error.message));
  const gone = await actions.attempt("delete", "DELETE", "znodes", body, refused);
  if (gone) choose({ dialog: null, ask: null, znode: path === "/" ? path : parentOf(path) });
}
