// One server: its standing, what it says about itself, and its sessions.
import { plural, running } from "../../format.js";
import { html, useEffect, useRef } from "../../html.js";
import { closedWords, nameOf, serves, standingIn, standingOf, troubleOf } from "../../servers.js";
import { useTicks } from "../../kit/now.js";
import { Lock } from "../../kit/parts.js";
import { Chips } from "./chips.js";
import { MEANINGS, Mark, WORDS } from "./marks.js";
import { Menu } from "./menu.js";

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
        ${state.zookeeper.actions && !state.read_only && html`<${Menu} ...${view} name=${name} />`}
      </div>
      ${server.error && html`<p class="server-error">${troubleOf(server)}</p>`}
      <${Facts} server=${server} standing=${standing} clock=${view.clock} />
      <${Chips} ...${view} home=${name} holders=${seated} others=${others} empty=${emptyWords(server)} />
    </li>
  `;
}

/** Say which action on it is under way, started here or by somebody else; null for none. */
export function doingOf(server, { page: { busy }, clock }) {
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
export function Since({ server, standing, clock }) {
  useTicks(500);
  const seconds = clock.now() - server.since;
  return html`<p class="server-facts"><span>${BAD[standing]}</span>${
    typeof server.since === "number" &&
    html`<span class="number" aria-hidden="true">${standing === "down" ? `${running(seconds)} ago` : `for ${running(seconds)}`}</span>`
  }</p>`;
}

export function latencyWords({ min, avg, max }) {
  return `${rounded(min)} ms at least, ${rounded(avg)} on average, ${rounded(max)} at most`;
}

function rounded(ms) {
  return typeof ms === "number" ? String(Math.round(ms * 10) / 10) : "?";
}
