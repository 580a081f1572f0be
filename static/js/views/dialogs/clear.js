// The question before a place is cleared: its processes are stopped, and then what they left is deleted.
import { plural } from "../../format.js";
import { html, useEffect, useState } from "../../html.js";
import { Ask } from "../../kit/dialog.js";
import { query } from "../../rest.js";
import { clearedBy, crewOf } from "../../targets.js";

const NAMED = 8;

export function Clear(view) {
  const { state, actions, close } = view;
  const { ids, ask } = crewOf(view);
  const [places] = useState(() => clearedBy(view)); // of when it was asked
  const [left, setLeft] = useState(null);
  const [begun, begin] = useState(false);
  const read = () => Promise.all(places.map((place) => actions.attempt("leftovers", "GET", query("leftovers", place))));
  useEffect(() => void read().then((found) => setLeft(sumOf(found))), []);
  useEffect(() => {
    if (begun && !ids.length) deleteAll(view, places).then(close);
  }, [begun, ids.length]);
  const act = () => {
    if (ids.length) actions.stopAll(ask);
    begin(true);
  };
  const none = !ids.length && !left?.count;
  return html`
    <${Ask} title=${`Clear ${places.map(({ path }) => path).join(", ")}?`} count=${left?.count ?? 0} keep="Keep it all"
      does=${doesWords(ids.length)} zookeeper=${state.zookeeper} isReady=${Boolean(left) && !none && !begun} isBusy=${begun} act=${act} close=${close}>
      ${ids.length > 0 && html`<p>${plural(ids.length, "candidate")} will be asked to close ${ids.length === 1 ? "its session" : "their sessions"} and end.</p>`}
      ${left ? html`<${Goes} ...${left} />` : html`<p aria-busy="true">Looking at what is there …</p>`}
      <p class="soft">The journal stays, and so does what was counted from it.</p>
    <//>
  `;
}

const doesWords = (number) => (number ? `Stop ${number} and clear` : "Clear");

function sumOf(found) {
  const all = found.filter(Boolean);
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    znodes: all.flatMap(({ znodes }) => znodes),
    kept: all.flatMap(({ kept }) => kept),
  };
}

async function deleteAll({ actions }, places) {
  const done = [];
  for (const place of places) done.push(await actions.attempt("clear", "DELETE", "leftovers", place));
  const said = done.filter(Boolean);
  const deleted = said.reduce((sum, one) => sum + one.deleted, 0);
  const kept = said.reduce((sum, one) => sum + one.kept.length, 0);
  if (said.length) actions.toast(`${plural(deleted, "znode")} deleted${kept ? `, ${kept} kept` : ""}.`, "good");
}

function Goes({ count, znodes, kept }) {
  return html`
    <p data-testid="clear-goes">${count ? `${plural(count, "znode")} will be deleted:` : "No znode is left to delete."}</p>
    <${Names} all=${znodes.map((path) => ({ path }))} more=${count - znodes.length} />
    ${kept.length > 0 && html`<p data-testid="clear-kept">${plural(kept.length, "znode")} will stay:</p><${Names} all=${kept} />`}
  `;
}

function Names({ all, more = 0 }) {
  const others = Math.max(0, all.length - NAMED) + more;
  return html`<ul>${all.slice(0, NAMED).map(({ path, why }) => html`<li key=${path}><code><bdi>${path}</bdi></code>${
    why && html` <span class="soft">${why}</span>`
  }</li>`)}${others > 0 && html`<li class="soft">and ${others} more</li>`}</ul>`;
}
