// A value that somebody else wrote is only replaced after the page has shown it and the reader is sure.
import { bothEnds, plural } from "../../format.js";
import { html } from "../../html.js";
import { Ask } from "../../kit/ask.js";
import { changesOf, oneLine } from "../../kit/spread/values.js";

/** Tell whether the znode has a value that this dashboard did not publish. */
export function isForeign({ znode, ...configuration }) {
  return Boolean(znode) && !changesOf(configuration).some(({ mzxid, by }) => by && mzxid === znode.mzxid);
}

/** Call `act` now, or once the reader is sure. what: write, recreate, delete. value: the new value. */
export function beSure({ configuration, choose }, what, act, value = null) {
  if (!isForeign(configuration)) return act();
  const { path, znode } = configuration;
  return choose({ dialog: "config-sure", ask: { what, path, znode, value, act } });
}

const ASKS = {
  write: { title: "Write over it?", does: "Write over it", lost: "This value is lost." },
  recreate: { title: "Delete it and create it again?", does: "Delete and create", lost: "This value, its version and its history are lost; its ACL is kept." },
  delete: { title: "Delete it?", does: "Delete it", lost: "This value, its version, its history and its ACL are lost. Subscribers keep the value in use." },
};

export function BeSure({ state, chosen, choose }) {
  const { what, path, znode, value, act } = chosen.ask;
  const { title, does, lost } = ASKS[what];
  const leave = () => choose({ dialog: null, ask: null });
  const go = () => (leave(), act());
  return html`
    <${Ask} title=${title} keep="Leave it" does=${does} zookeeper=${state.zookeeper} act=${go} close=${leave}>
      <p>This dashboard did not publish the current value: somebody else may need it.</p>
      <dl class="ask-facts"><dt>znode</dt><dd><code title=${path}><bdi>${bothEnds(path)}</bdi></code></dd>
        <dt>now</dt><dd><code>${oneLine(znode.value)}</code>${znode.length > znode.value.length && html` <span class="soft">(${plural(znode.length, "byte")} in all)</span>`}</dd>
        <dt>version</dt><dd>${znode.version}</dd>
        ${value !== null && html`<dt>then</dt><dd><code>${oneLine(value)}</code></dd>`}</dl>
      <p>${lost}</p>
    <//>
  `;
}
