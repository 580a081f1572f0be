// All known nodes, one column for each: its process above, its two znodes below.
import { cut, plural } from "../../format.js";
import { html } from "../../html.js";
import { NodeDisc } from "../../kit/disc.js";
import { NobodyYet } from "../../kit/empty.js";
import { GroundLabel } from "../../kit/ground.js";
import { Running, useTicks } from "../../kit/now.js";
import { Room, rems } from "../../kit/room.js";
import { shareLeft } from "../../kit/session.js";
import { join } from "../../paths.js";
import { isHeld } from "../../servers.js";
import { chosenNode, describe, markOf, nodesOf, runningOut, sinceWords, standingWords } from "./nodes.js";

const CARD = { width: 7, height: 14.3, gap: 0.6 };
const BRIEF = { height: 12, gap: 0.6 }; // a card without what others repeat
const ROW = 3.45; // of a node in a narrow room: its process at the left, its znodes at the right
const NARROW = 30;
const GROUND = 1.4; // the ground's words
const DRAWN = 120; // cards; the tree has all entries

export function Board(view) {
  const nodes = nodesOf(view.group);
  if (!nodes.length) return html`<${NobodyYet} ...${view} />`;
  const chosen = chosenNode(view);
  const drawn = drawnOf(nodes, chosen);
  const rowsIn = (width) => Math.ceil(drawn.length / Math.max(1, Math.floor(width / CARD.width)));
  const full = (width, top) => top + rowsIn(width) * (CARD.height + CARD.gap) + GROUND + 1.2;
  const low = (width, top) => top + (width < NARROW ? drawn.length * ROW : rowsIn(width) * (BRIEF.height + BRIEF.gap)) + GROUND;
  const need = (width, top, isLast) => (isLast ? Math.min(full(width, top), low(width, top)) : width < 21 ? Infinity : full(width, top));
  const looksIn = ({ width, height, top }) => (full(width, top) <= height + 0.01 ? "" : width < NARROW ? "is-rows" : "is-brief");
  const columnsIn = ({ width }, looks) => (looks === "is-rows" ? 1 : Math.ceil(drawn.length / rowsIn(width)));
  const draw = (room) => html`
    <div class=${`members-drawing ${looksIn(room)}`}>
    <ul style=${`padding-top: ${rems(room.top)}; grid-template-columns: repeat(${columnsIn(room, looksIn(room))}, minmax(0, 1fr))`}>
      ${drawn.map((node) => html`<${Card} key=${node.id} ...${view} node=${node} isChosen=${chosen?.id === node.id} />`)}
    </ul>
    <p class="members-ground ground"><${GroundLabel} state=${view.state} /><${NotDrawn} nodes=${nodes.filter((node) => !drawn.includes(node))} /></p>
    </div>
  `;
  return html`<${Room} ...${view} looks="members" data=${{ "data-testid": "members-board" }} need=${need} draw=${draw} />`;
}

/** Return all nodes; of many, the chosen one, those with a process or a live znode, and those live last. */
function drawnOf(nodes, chosen) {
  if (nodes.length <= DRAWN) return nodes;
  const first = (node) => (node.id === chosen?.id ? 2 : node.candidate || node.live ? 1 : 0);
  const ranked = [...nodes].sort((a, b) => first(b) - first(a) || (b.since ?? 0) - (a.since ?? 0));
  const drawn = new Set(ranked.slice(0, DRAWN));
  return nodes.filter((node) => drawn.has(node));
}

function NotDrawn({ nodes }) {
  if (!nodes.length) return null;
  const live = nodes.filter((node) => node.live).length;
  const parts = [live && `${live} live`, nodes.length - live && `${nodes.length - live} down`].filter(Boolean);
  return html`<span class="members-more" data-testid="members-not-drawn">and ${plural(nodes.length, "node")} that ${
    nodes.length === 1 ? "is" : "are"
  } not drawn: ${parts.join(", ")}. The tree has all of them.</span>`;
}

const SLOW_MS = 1000;
const FAST_MS = 100;
const LONGEST_PLACE = 40;

function Card(view) {
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

function Znodes({ node, group, clock, chosen, choose, now, held }) {
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
        data-testid=${`mark-${node.id}`}>${mark}</b>`}${mark?.startsWith("was") ? null : html`<span><${Running} at=${node.since ?? 0} clock=${clock} say=${(moment) => sinceWords(node, moment)} /></span>`}</p>
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
