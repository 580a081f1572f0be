// The questions before a place is cleared, before candidates are stopped, and before a server is ended with which the quorum would go.
import { SERVER_ACTIONS } from "../../actions.js";
import { plural } from "../../format.js";
import { html, useEffect, useState } from "../../html.js";
import { Ask } from "../../kit/dialog.js";
import { query } from "../../rest.js";
import { quorumOf } from "../../servers.js";
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

const STOPPED = "will be asked to close their sessions and end. Candidates that were started elsewhere continue.";

export function StopAll(view) {
  const { actions, choose, close } = view;
  const { ids, others, of, ask } = crewOf(view);
  const stop = () => (actions.stopAll(ask), close());
  const all = html`<button type="button" class="danger" data-testid="ask-everything"
    onClick=${() => choose({ dialog: "stop-everything" })}>All ${ids.length + others} of all views …</button>`;
  return html`
    <${Ask} title="Stop all candidates of this view?" count=${ids.length} keep="Keep them" aside=${others > 0 && all}
      does=${`Stop ${plural(ids.length, "candidate")}`} isReady=${ids.length > 0} act=${stop} close=${close}>
      <p>${plural(ids.length, "candidate")} of <bdi>${of}</bdi> ${STOPPED}</p>
      ${others > 0 && html`<p>${plural(others, "other candidate")} of this dashboard ${others === 1 ? "goes" : "go"} on.</p>`}
    <//>
  `;
}

export function StopEverything({ state, actions, close }) {
  const alive = Object.values(state.candidates).filter(({ process }) => process !== "exited").length;
  const stop = () => (actions.stopAll(), close());
  return html`
    <${Ask} title="Stop all candidates of all views?" count=${alive} keep="Keep them"
      does=${`Stop all ${alive} of all views`} act=${stop} close=${close}>
      <p>${plural(alive, "candidate")} ${STOPPED}</p>
    <//>
  `;
}

const SUSPENDED =
  "Then ZooKeeper answers no client: sessions are suspended, and every leader steps down.";

const KEPT = {
  nothing: "it keeps nothing: all znodes and sessions are lost.",
  znodes: "persistent znodes stay; sessions end, and their ephemeral znodes are deleted.",
  everything: "it keeps its znodes and sessions.",
};

export function LoseQuorum({ state, chosen, actions, close }) {
  const { server, action } = chosen.ask;
  const { word } = SERVER_ACTIONS.find((other) => other.action === action);
  const quorum = quorumOf(state);
  const what = quorum ? `${server} and lose the quorum?` : `${server}, the only server?`;
  const act = () => {
    close();
    actions.actOnServer(action, server, state, true);
  };
  return html`
    <${Ask} title=${`${capital(word)} ${what}`} does=${`${capital(word)} ${server}`} act=${act} close=${close}>
      <p>${quorum ? `${leftWords(quorum)} ${SUSPENDED} ${backWords(quorum)}` : onlyWords(state, action)}</p>
    <//>
  `;
}

function leftWords({ answering, of, needed }) {
  return `${answering - 1} of ${of} servers would be left, and a majority is ${needed}.`;
}

function onlyWords(state, action) {
  const kept = action === "pause" ? "nothing ends while it is frozen." : KEPT[state.zookeeper.keeps];
  const until = action === "pause" ? "it wakes" : "it runs again";
  return `It is the only server; ${kept} Until ${until} ZooKeeper answers no client, and every leader steps down.`;
}

function backWords({ needed, of }) {
  return `It is back as soon as ${needed} of ${of} servers run again.`;
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}
