// A single server needs only one line: nothing moves from it to another one.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { nameOf, serves, sourceSentence, standingOf, troubleOf } from "../../servers.js";
import { Since, doingOf, latencyWords } from "./card.js";
import { Mark, WORDS } from "./marks.js";
import { Menu } from "./menu.js";
import { WhoWatches } from "./who_watches.js";

const NAMES = { embedded: "Embedded sandbox", apache: "Local Apache ZooKeeper", external: "One server" };
const WELL = { embedded: "one server, not for production", apache: "one server" };

export function Quiet(view) {
  const { state, server, chosen, choose, clock } = view;
  const { source, actions } = state.zookeeper;
  const name = nameOf(server);
  const standing = standingOf(server);
  const doing = doingOf(server, view);
  const well = standing === "standalone" ? WELL[source] : null;
  const isChosen = chosen.server === name;
  return html`
    <div class=${`servers-quiet standing-${standing} ${isChosen ? "chosen" : ""} ${doing ? "doing" : ""}`}
      title=${sourceSentence(state.zookeeper)} data-testid="servers-quiet" data-standing=${standing}
      data-process=${server.process ?? ""}>
      <button class="server-name" aria-pressed=${isChosen}
        onClick=${() => choose({ server: isChosen ? null : name })}>
        <${Mark} standing=${standing} /><span>${NAMES[source]}: <span
          class="standing-word">${doing ?? well ?? WORDS[standing] ?? standing}</span></span>
      </button>
      ${serves(server) ? html`<${Facts} ...${server} />` : html`<${Since} server=${server} standing=${standing} clock=${clock} />`}
      <${WhoWatches} ...${view} />
      ${server.error && html`<p class="server-error">${troubleOf(server)}</p>`}
      ${actions && !state.read_only && html`<${Menu} ...${view} name=${name} />`}
    </div>
  `;
}

function Facts({ zxid, connections, latency_ms: latency, version }) {
  const facts = [
    version && html`<span class="version" title="its version">${version}</span>`,
    zxid && `zxid ${zxid}`,
    typeof connections === "number" && plural(connections, "connection"),
    latency && html`<span title=${latencyWords(latency)}>${Math.round(latency.avg * 10) / 10} ms</span>`,
  ];
  return html`<p class="server-facts">${facts.filter(Boolean).map((fact) => html`<span>${fact}</span>`)}</p>`;
}
