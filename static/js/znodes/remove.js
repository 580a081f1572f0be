// Delete: the dialog counts first what would go; several znodes go only when the name is typed.
import { bothEnds, count, plural } from "../format.js";
import { html, useState } from "../html.js";
import { Ask } from "../kit/dialog.js";
import { baseOf, parentOf } from "../paths.js";
import { call, query } from "../rest.js";
import { useAnswer } from "../kit/asked.js";
import { Guard, confirmed, isUnlocked } from "./guarded.js";
import { exportBelow } from "./transfer.js";

export function Delete(view) {
  const { state, chosen, page, close } = view;
  const { path } = chosen.ask;
  const [counted, recount] = useState(0);
  const [refusal, refuse] = useState(null);
  const [word, setWord] = useState("");
  const { answer: found, error } = useAnswer(() => call("GET", query("znodes/count", { path })), [path, counted]);
  const again = (error) => (setWord(""), refuse(error), recount(counted + 1));
  const several = found?.znodes > 1;
  const exports = found && html`<button type="button" onClick=${() => exportBelow(view, path)} aria-busy=${page.busy.has("export")}>Export first</button>`;
  return html`
    <${Ask} title=${`Delete ${bothEnds(baseOf(path))}?`} round=${counted} count=${found?.znodes} does=${`Delete ${several ? `${count(found.znodes)} znodes` : "it"}`}
      name=${several ? baseOf(path) : null} why=${`to delete all ${count(found?.znodes ?? 0)}`} zookeeper=${state.zookeeper}
      isReady=${Boolean(found) && isUnlocked(path, word)} isBusy=${page.busy.has("delete")} aside=${exports}
      act=${() => remove(view, found, word, again)} close=${close}>
      ${error && html`<p class="bench-warning" role="alert">${error}</p>`}
      ${!found && !error && html`<p aria-busy="true">Counting what would be deleted …</p>`}
      ${found && html`<${Found} path=${path} found=${found} refusal=${refusal} />
        <${Guard} path=${path} word=${word} setWord=${setWord} />`}
    <//>
  `;
}

function Found({ path, found, refusal }) {
  return html`
    ${refusal && html`<${Changed} refusal=${refusal} />`}
    <p>${goes(path, found)}</p>
    ${found.others_ephemerals > 0 && html`<p class="bench-warning" role="alert"><b>${othersWords(found)}</b>: ${
      found.others_ephemerals === 1 ? "its" : "each"} owner loses its place, its lock or its role.</p>`}
    ${found.denied > 0 && html`<p class="soft">${plural(found.denied, "znode")} may not be listed; znodes below are not counted.</p>`}
  `;
}

/** Say why it was refused, and because of what; the text below it says how it is now. */
function Changed({ refusal: { message, answer } }) {
  const { changed = [] } = answer;
  return html`<div class="bench-warning" role="alert" data-testid="delete-changed"><p>${message} The state now:</p>
    ${changed.length > 0 && html`<ul class="conflicts">${changed.map(({ path, now }) => html`<li key=${path}><code title=${path}><bdi>${bothEnds(path)}</bdi></code>${
      now ? `, version ${now.version}` : " is gone"}</li>`)}</ul>`}</div>`;
}

function goes(path, { znodes, ephemerals }) {
  const which = html`<code title=${path}><bdi>${bothEnds(path)}</bdi></code>`;
  if (znodes === 1) return html`${which} goes${ephemerals ? ", an ephemeral znode" : ""}. You cannot restore it with the same history.`;
  return html`${which} goes with ${plural(znodes - 1, "znode")} below it${ephemerals ? `, ${count(ephemerals)} of them ephemeral` : ""}.`;
}

function othersWords({ others_ephemerals: others, znodes }) {
  if (znodes === 1) return "It is the ephemeral znode of another session";
  return others === 1 ? "One of them is the ephemeral znode of another session" : `${count(others)} of them are ephemeral znodes of other sessions`;
}

/** Send what the reader has seen with the call; if that has changed, the dialog says how it is now. */
async function remove({ chosen, choose, actions }, found, word, recount) {
  const { path } = chosen.ask;
  const body = { path, recursive: true, expect: found.znodes, zxid: found.zxid, seen: found.seen, ...confirmed(path, word) };
  const refused = (error) => (error.status === 409 ? recount(error) : actions.toast(error));
  const gone = await actions.attempt("delete", "DELETE", "znodes", body, refused);
  if (gone) choose({ dialog: null, ask: null, znode: path === "/" ? path : parentOf(path) });
}
