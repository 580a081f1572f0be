// Questions and help, each a modal dialog of the browser's own.
import { html, useEffect, useRef, useState } from "../html.js";
import { SHORTCUTS } from "../keys.js";
import { SERVER_ACTIONS } from "../actions.js";
import { plural } from "../format.js";
import { quorumOf, sourceSentence, sourceWord } from "../servers.js";

const ARROWS =
  "An arrow is a watch. Solid: seen, in the protocol or by asking the server. " +
  "Dashed: the candidate says so. Dotted: it only follows from the order.";
const STOPPED =
  "will be asked to close their sessions and end, in every election of this dashboard. " +
  "Candidates started elsewhere are left alone.";

const QUORUM =
  "Each box below ZooKeeper's lane is a server; the chips in it are the sessions that sit on it. " +
  "A majority of the servers, the quorum, must run; they choose a quorum leader among themselves, " +
  "which has nothing to do with the leader of an election: that is a candidate.";
const SUSPENDED =
  "Then ZooKeeper answers nobody: sessions are suspended, and whoever leads an election steps down.";

const KEPT = {
  nothing: "it keeps nothing: all znodes and sessions end.",
  znodes: "persistent znodes stay, sessions end, and their ephemeral znodes with them.",
  everything: "it keeps its znodes and sessions.",
};

const DIALOGS = { help: Help, "stop-all": StopAll, follow: Follow, "lose-quorum": LoseQuorum };

export function Dialogs(view) {
  const Chosen = DIALOGS[view.chosen.dialog];
  return Chosen
    ? html`<${Chosen} key=${view.chosen.dialog} ...${view} close=${() => view.choose({ dialog: null })} />`
    : null;
}

function Dialog({ title, close, children }) {
  const element = useRef(null);
  useEffect(() => {
    element.current.showModal();
  }, []);
  return html`
    <dialog ref=${element} onClose=${close} aria-label=${title}
      onClick=${(event) => event.target === element.current && close()}>
      <div class="dialog-body"><h2>${title}</h2>${children}</div>
    </dialog>
  `;
}

function Help({ state, close }) {
  return html`
    <${Dialog} title="Keys, and how to read the picture" close=${close}>
      <dl class="keys"
        data-testid="shortcuts">${SHORTCUTS.map(([keys, what]) => html`<dt><kbd>${keys}</kbd></dt><dd>${what}</dd>`)}</dl>
      <p>Above are the processes and what each <b>believes</b>; below is ZooKeeper and what is <b>true</b>.
        The line between them is the session, with its heartbeats. The <b
          class="tone-lead">crown</b> sits on the lowest znode;
        a process that believes it leads <b
          class="tone-lead">glows</b>. When the two differ, the picture says so.</p>
      <p>${ARROWS}</p>
      ${state && html`<${Source} zookeeper=${state.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${close} autofocus>Close</button></div>
    <//>
  `;
}

/** Which ZooKeeper this is, and that its servers have a leader of their own. */
function Source({ zookeeper }) {
  const several = (zookeeper.servers ?? []).length > 1;
  return html`
    <p data-testid="help-source"><b>This ZooKeeper: ${sourceWord(zookeeper)}.</b> ${sourceSentence(zookeeper)}</p>
    ${several && html`<p>${QUORUM}</p>`}
  `;
}

function LoseQuorum({ state, chosen, actions, close }) {
  const { server, action } = chosen.ask;
  const { word } = SERVER_ACTIONS.find((other) => other.action === action);
  const quorum = quorumOf(state);
  const what = quorum ? `${server} and lose the quorum?` : `${server}, the only server?`;
  const act = () => {
    close();
    actions.actOnServer(action, server, state, true);
  };
  return html`
    <${Dialog} title=${`${capital(word)} ${what}`} close=${close}>
      <p>${quorum ? `${leftWords(quorum)} ${SUSPENDED} ${backWords(quorum)}` : onlyWords(state, action)}</p>
      <div class="buttons">
        <button onClick=${close} autofocus>Keep it</button>
        <button class="danger" data-testid="lose-quorum-confirm" onClick=${act}>${capital(word)} ${server}</button>
      </div>
    <//>
  `;
}

function leftWords({ answering, of, needed }) {
  return `${answering - 1} of ${of} servers would be left, and a majority is ${needed}.`;
}

function onlyWords(state, action) {
  const kept = action === "pause" ? "nothing ends while it stands still." : KEPT[state.zookeeper.keeps];
  const until = action === "pause" ? "it wakes" : "it runs again";
  return `It is the only server; ${kept} Until ${until} ZooKeeper answers nobody, and whoever leads an election steps down.`;
}

function backWords({ needed, of }) {
  return `It is back as soon as ${needed} of ${of} servers run again.`;
}

function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

function StopAll({ state, actions, close }) {
  const alive = Object.values(state.candidates).filter(({ process }) => process !== "exited").length;
  const stop = () => {
    actions.stopAll();
    close();
  };
  return html`
    <${Dialog} title="Stop all candidates?" close=${close}>
      <p>${plural(alive, "candidate")} ${STOPPED}</p>
      <div class="buttons">
        <button onClick=${close} autofocus>Keep them</button>
        <button class="danger" data-testid="stop-all-confirm"
          onClick=${stop}>Stop ${plural(alive, "candidate")}</button>
      </div>
    <//>
  `;
}

function Follow({ actions, page, close }) {
  const [path, setPath] = useState("/");
  const submit = (event) => {
    event.preventDefault();
    actions.follow(path.trim());
  };
  return html`
    <${Dialog} title="Follow an election" close=${close}>
      <form onSubmit=${submit}>
        <label>Path of its parent znode<input data-testid="follow-path" value=${path}
          onInput=${(event) => setPath(event.target.value)} spellcheck="false" autocomplete="off" required
          pattern="/.+" title="A path that begins with /" autofocus /></label>
        <p class="soft">It is made when the first candidate joins, if it is not there yet.</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid="follow-confirm"
            disabled=${page.busy.has("follow")}>Follow</button>
        </div>
      </form>
    <//>
  `;
}
