// One node: the process that runs it, the session, its live znode, its entry that stays.
import { cut } from "../../format.js";
import { html } from "../../html.js";
import { NodeDisc } from "../../kit/disc.js";
import { useTicks } from "../../kit/now.js";
import { shareLeft } from "../../kit/session.js";
import { join } from "../../paths.js";
import { isHeld } from "../../servers.js";
import { describe, markOf, runningOut, sinceWords, standingWords } from "./nodes.js";

const SLOW_MS = 1000;
const FAST_MS = 100;
const LONGEST_PLACE = 40;

export function Card(view) {
  const { state, node, clock, isChosen, choose } = view;
  const held = isHeld(state);
  const left = held ? null : runningOut(node);
  useTicks(left === null ? SLOW_MS : FAST_MS);
  const now = clock.now();
  const share = shareLeft(node.timeout_ms, left, now);
  const pick = () => choose(isChosen ? { node: null, candidate: null } : { node: node.id, candidate: node.candidate });
  return html`
    <li class=${`member standing-${node.standing} tone-${node.tone} ${isChosen ? "chosen" : ""}`}
      style=${share === null ? "" : `--left: ${share.toFixed(3)}`}
      data-testid=${`member-${node.id}`} data-standing=${node.standing} data-process=${node.process ?? ""}
      data-belief=${node.belief ?? ""} data-live=${String(node.live)}>
      <button class="member-process" aria-pressed=${isChosen} title=${describe(node, now, held)}
        data-testid=${`node-${node.id}`} onClick=${pick}>
        <span class="member-belief">${node.words}</span>${" "}
        <${NodeDisc} node=${node} share=${node.standing === "fading" ? share : null} />${" "}
        <span class="member-pid">${pidWords(node)}</span>
      </button>
      <${Belief} node=${node} />
      <div class=${`member-session is-${sessionOf(node)}`} aria-hidden="true"><i></i></div>
      <${Znodes} ...${view} now=${now} held=${held} />
    </li>
  `;
}

function pidWords({ candidate, process, info }) {
  if (candidate) return candidate;
  return process === null && info?.pid ? `pid ${info.pid}` : "";
}

/** Return how to draw the session. alive: heartbeats arrive; unobserved: another program's; broken: none arrive; none: no session. */
function sessionOf({ standing, process }) {
  if (standing === "live") return process === null ? "unobserved" : "alive";
  if (standing === "fading") return "broken";
  if (process === "running") return "alive";
  return "none";
}

/** Draw its list; each time it reads the list, this is drawn again, and so lights up once. */
function Belief({ node }) {
  const wrong = node.read?.words;
  const count = node.read && node.process !== "exited" ? `its list: ${node.read.count} live` : "";
  return html`<p class=${`member-list ${wrong && node.process !== "exited" ? "wrong" : ""}`} key=${node.read?.at}
    data-testid=${`list-${node.id}`}>${(node.process !== "exited" && wrong) || count}</p>`;
}

function Znodes({ node, group, chosen, choose, now, held }) {
  const live = join(join(group.path, "live_nodes"), node.id);
  const known = join(join(group.path, "all_nodes"), node.id);
  const mark = markOf(node, now);
  return html`
    <div class="member-znodes">
      <button class=${`znode-live ${chosen.znode === live ? "picked" : ""}`} disabled=${!node.live}
        data-testid=${`live-${node.id}`} title=${`${live}${node.session ? `\nsession ${node.session}` : ""}`}
        onClick=${() => choose({ znode: live })}>
        <span class="znode-name"><span>live_nodes/</span><b>${node.id}</b></span>
        <span class="znode-word number">${standingWords(node, now, held)}</span>
      </button>
      <button class=${`znode-known ${chosen.znode === known ? "picked" : ""}`} disabled=${!node.entry}
        data-testid=${`known-${node.id}`} title=${infoWords(known, node)} onClick=${() => choose({ znode: known })}>
        <span class="znode-name"><span>all_nodes/</span><b>${node.id}</b></span>
        <span class="znode-word">${node.entry ? placeOf(node.info) : "not yet"}</span>
      </button>
      <p class="member-since number">${mark && html`<b class=${`node-mark ${mark === "new" ? "new" : ""}`}
        data-testid=${`mark-${node.id}`}>${mark}</b>`}<span>${sinceWords(node, now)}</span></p>
    </div>
  `;
}

function placeOf(info) {
  if (info?.pid) return `pid ${info.pid}`;
  return cut(info?.text ?? info?.host ?? "known", LONGEST_PLACE);
}

function infoWords(path, { info }) {
  const known = Object.entries(info ?? {}).filter(([key]) => key !== "incarnation");
  return [path, ...known.map(([key, value]) => `${key}: ${value}`)].join("\n");
}
