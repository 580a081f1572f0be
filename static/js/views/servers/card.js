// One server: its standing, what it says about itself, its sessions, and what can be done to it. A single server needs only one line.
import { SERVER_ACTIONS } from "../../actions.js";
import { plural } from "../../format.js";
import { html, useEffect, useRef } from "../../html.js";
import { Menu as Opening } from "../../kit/menu.js";
import { Running } from "../../kit/now.js";
import { Lock } from "../../kit/parts.js";
import { closedWords, nameOf, serverOf, serves, sourceSentence, standingIn, standingOf, troubleOf } from "../../servers.js";
import { serverRefusal } from "../../targets.js";
import { Chips } from "./chips.js";
import { MEANINGS, Mark, WORDS } from "./marks.js";
import { WhoWatches } from "./sentence.js";

const DOING = {
  stop: "stopping",
  kill: "killing",
  pause: "freezing",
  resume: "waking",
  restart: "restarting",
};

const ZXID = "The last change that this server knows (zxid)";
const STARTS_WITHIN_S = 20;
const BAD = {
  down: "ended",
  frozen: "frozen",
  silent: "silent",
  waiting: "serves nobody",
};

export function Card(view) {
  const { server, state, chosen, choose, seated, others } = view;
  const name = nameOf(server);
  const standing = standingIn(state, server);
  const doing = doingOf(server, view);
  const word = doing ?? WORDS[standing] ?? standing;
  const isChosen = chosen.server === name;
  const box = useRef(null);
  useEffect(() => {
    if (isChosen) box.current.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return html`
    <li ref=${box} class=${`server-card standing-${standing} ${isChosen ? "chosen" : ""} ${doing ? "doing" : ""}`}
      data-testid=${`server-${name}`} data-standing=${standing} data-process=${server.process ?? ""}>
      <div class="server-top">
        <button class="server-name" aria-pressed=${isChosen} title=${titleOf(server, standing)}
          onClick=${() => choose({ server: isChosen ? null : name })}>
          <b class=${server.id ? "" : "address"}><bdi>${name}</bdi></b>
          <span class="standing-word"><${Mark} standing=${standing} /><span>${word}</span></span>
        </button>
        ${state.zookeeper.actions && !state.read_only && html`<${Actions} ...${view} name=${name} />`}
      </div>
      ${server.error && html`<p class="server-error">${troubleOf(server)}</p>`}
      <${Facts} server=${server} standing=${standing} clock=${view.clock} />
      <${Chips} ...${view} home=${name} holders=${seated} others=${others} empty=${emptyWords(server)} />
    </li>
  `;
}

/** Say which action on it is under way, started here or by somebody else; null for none. */
function doingOf(server, { page: { busy }, clock }) {
  const action = server.busy ?? Object.keys(DOING).find((other) => busy.has(`${nameOf(server)}-${other}`));
  if (action) return `${DOING[action]} …`;
  return isStarting(server, clock) ? "no answer yet …" : null;
}

/** Say that it has no session, or does not list them. */
function emptyWords(server) {
  if (!serves(server)) return null;
  if (server.sessions) return "no session";
  return "sessions not known";
}

/** Tell whether its process runs but had no time to answer yet: it starts, or has just woken. */
function isStarting(server, clock) {
  const runs = server.process === "running" && standingOf(server) === "silent";
  return runs && clock.now() - server.since < STARTS_WITHIN_S;
}

function titleOf(server, standing) {
  const where = server.id ? ` at ${server.address}` : "";
  return `${nameOf(server)}${where}. ${MEANINGS[standing] ?? ""}`;
}

function Facts({ server, standing, clock }) {
  if (!serves(server) && standing !== "unknown")
    return html`<${Since} server=${server} standing=${standing} clock=${clock} />`;
  const { zxid, connections, latency_ms: latency } = server;
  const closed = closedWords(server);
  return html`
    <p class="server-facts">
      ${zxid && html`<span title=${ZXID}><i class="long">zxid </i><code>${zxid}</code></span>`}
      ${typeof connections === "number" && html`<${Connections} number=${connections} />`}
      ${latency && html`<span title=${latencyWords(latency)}>${rounded(latency.avg)} ms</span>`}
      ${closed && html`<span class="closed" title=${closed}><${Lock} />${server.closed.join(", ")} closed</span>`}
    </p>
  `;
}

function Connections({ number }) {
  return html`<span class="conns" title=${plural(number, "connection")}>${number} conn<i
    class="long">ection${number === 1 ? "" : "s"}</i><i class="short">.</i></span>`;
}

/** Show for how long it has been in a bad state. */
function Since({ server, standing, clock }) {
  return html`<p class="server-facts"><span>${BAD[standing]}</span>${
    typeof server.since === "number" &&
    html`<span class="number" aria-hidden="true">${standing === "down" ? "" : "for "}<${Running} at=${server.since} clock=${clock} />${standing === "down" ? " ago" : ""}</span>`
  }</p>`;
}

export function latencyWords({ min, avg, max }) {
  return `${rounded(min)} ms at least, ${rounded(avg)} on average, ${rounded(max)} at most`;
}

function rounded(ms) {
  return typeof ms === "number" ? String(Math.round(ms * 10) / 10) : "?";
}

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
      ${serves(server) ? html`<${QuietFacts} ...${server} />` : html`<${Since} server=${server} standing=${standing} clock=${clock} />`}
      <${WhoWatches} ...${view} />
      ${server.error && html`<p class="server-error">${troubleOf(server)}</p>`}
      ${actions && !state.read_only && html`<${Actions} ...${view} name=${name} />`}
    </div>
  `;
}

function QuietFacts({ zxid, connections, latency_ms: latency, version }) {
  const facts = [
    version && html`<span class="version" title="its version">${version}</span>`,
    zxid && `zxid ${zxid}`,
    typeof connections === "number" && plural(connections, "connection"),
    latency && html`<span title=${latencyWords(latency)}>${Math.round(latency.avg * 10) / 10} ms</span>`,
  ];
  return html`<p class="server-facts">${facts.filter(Boolean).map((fact) => html`<span>${fact}</span>`)}</p>`;
}

function Actions({ name, state, choose, actions }) {
  const sign = html`<span aria-hidden="true">⋯</span><span class="sr">Actions on ${name}</span>`;
  return html`
    <${Opening} name=${`of-${name}`} testid=${`menu-${name}`} role="menu" look="icon more" label=${`Actions on ${name}`} sign=${sign}
      opened=${() => choose({ server: name })}>
      ${SERVER_ACTIONS.map(
        (action) => html`<${Item} ...${action} letter=${action.key} name=${name} why=${serverRefusal(action, serverOf(state, name))}
          act=${() => actions.actOnServer(action.action, name, state)} />`,
      )}
    <//>
  `;
}

function Item({ word, action, does, letter, name, why, act }) {
  return html`
    <button role="menuitem" tabindex="-1" data-testid=${`menu-${name}-${word}`} aria-disabled=${Boolean(why)}
      title=${why} class=${action === "kill" ? "danger" : ""} onClick=${() => !why && act()}>
      <b>${word}</b><kbd>${letter}</kbd><span class="soft">${does}</span></button>
  `;
}
