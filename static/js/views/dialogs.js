// Questions and help, each a modal dialog of the browser's own.
import { html, useEffect, useRef, useState } from "../html.js";
import { SHORTCUTS } from "../keys.js";
import { plural } from "../format.js";

const ARROWS =
  "An arrow is a watch. Solid: seen, in the protocol or by asking the server. " +
  "Dashed: the candidate says so. Dotted: it only follows from the order.";
const STOPPED =
  "will be asked to close their sessions and end, in every election of this dashboard. " +
  "Candidates started elsewhere are left alone.";

const DIALOGS = { help: Help, "stop-all": StopAll, follow: Follow };

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

function Help({ close }) {
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
      <div class="buttons"><button class="primary" onClick=${close} autofocus>Close</button></div>
    <//>
  `;
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
