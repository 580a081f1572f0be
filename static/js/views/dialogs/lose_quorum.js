// The question before the quorum is lost, or the only server ends.
import { SERVER_ACTIONS } from "../../actions.js";
import { html } from "../../html.js";
import { quorumOf } from "../../servers.js";
import { Ask } from "../../kit/dialog.js";

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
