// Which ZooKeeper this is.
import { html } from "../../html.js";
import { Dialog } from "../../kit/dialog.js";
import { sourceSentence, sourceWord } from "../../servers.js";

const QUORUM =
  "Each box in the tab Servers is a server; the chips in it are its sessions. " +
  "A majority of the servers, the quorum, must run; they elect a quorum leader among themselves, " +
  "which has nothing to do with the leader of an election here: that leader is a candidate.";

export function Source({ state, close }) {
  const { zookeeper } = state;
  const { hosts, chroot, version, lacks } = zookeeper;
  return html`
    <${Dialog} title="ZooKeeper" close=${close}>
      <${About} zookeeper=${zookeeper} />
      <p>${version ? `Version ${version}, at ` : "At "}<code><bdi>${hosts}${chroot}</bdi></code>.</p>
      ${(lacks ?? []).map((words) => html`<p>${words}.</p>`)}
      <div class="buttons"><button class="primary" onClick=${close} autofocus>Close</button></div>
    <//>
  `;
}

/** Say what it is, and that its servers have their own leader. */
export function About({ zookeeper }) {
  const several = (zookeeper.servers ?? []).length > 1;
  return html`
    <p data-testid="help-source"><b>This ZooKeeper: ${sourceWord(zookeeper)}.</b> ${sourceSentence(zookeeper)}</p>
    ${several && html`<p>${QUORUM}</p>`}
  `;
}
