// The keys, and how to read what the view draws.
import { html } from "../../html.js";
import { SHORTCUTS } from "../../keys.js";
import { sourceSentence, sourceWord } from "../../servers.js";
import { Dialog } from "../dialog.js";

const QUORUM =
  "Each box below ZooKeeper's lane is a server; the chips in it are the sessions that sit on it. " +
  "A majority of the servers, the quorum, must run; they choose a quorum leader among themselves, " +
  "which has nothing to do with the leader of an election: that is a candidate.";

export function Help(view) {
  const { state, here, guide, close } = view;
  const begin = () => (close(), guide.begin());
  return html`
    <${Dialog} title=${`Keys, and how to read ${here.title}`} close=${close}>
      <p><button data-testid="help-tour" onClick=${begin}>Take the guided tour</button></p>
      <dl class="keys" data-testid="shortcuts">
        ${(here.keys ?? []).map(({ key, name, does }) => html`<${Shortcut} keys=${name ?? key} what=${does} />`)}
        ${SHORTCUTS.map(([keys, what]) => html`<${Shortcut} keys=${keys} what=${what} />`)}
      </dl>
      ${here.help && html`<${here.help} ...${view} />`}
      ${state && html`<${Source} zookeeper=${state.zookeeper} />`}
      <div class="buttons"><button class="primary" onClick=${close} autofocus>Close</button></div>
    <//>
  `;
}

function Shortcut({ keys, what }) {
  return html`<dt><kbd>${keys}</kbd></dt><dd>${what}</dd>`;
}

/** Which ZooKeeper this is, and that its servers have a leader of their own. */
function Source({ zookeeper }) {
  const several = (zookeeper.servers ?? []).length > 1;
  return html`
    <p data-testid="help-source"><b>This ZooKeeper: ${sourceWord(zookeeper)}.</b> ${sourceSentence(zookeeper)}</p>
    ${several && html`<p>${QUORUM}</p>`}
  `;
}

