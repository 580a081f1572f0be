// The drawing of a barrier: a lane for each process, two gates across all lanes, and below them the znodes.
import { html } from "../../html.js";
import { NobodyYet } from "../../kit/empty.js";
import { Ground } from "../../kit/ground.js";
import { useTicks } from "../../kit/now.js";
import { Room, placed, rems } from "../../kit/room.js";
import { join } from "../../paths.js";
import { isReached } from "../../servers.js";
import { isNamed, peopleOf } from "./people.js";
import { Person, Znode } from "./person.js";

const MOST = 12;
const NARROW = 32;
const LANE = { least: 1.7, disc: 4.4, ring: 1.2 }; // ring: what of a disc's box may lie over the next lane
const LABEL = 12; // the ground's words
const CHIP = 4.3;
const GATE = 1; // the name of a gate, above it
const RING = 0.39; // of a disc's box: its radius
const TICK_MS = 500;
const ROW = 1.75;
const LINE = 1.15; // of the label, where it has one of its own
/** Shares of the width: the places of the processes, and the gates. */
const AT = { outside: 0.06, waiting: 0.21, enter: 0.33, inside: 0.74, leave: 0.94 };

export function Board(view) {
  const { barrier } = view;
  const all = peopleOf(view);
  const people = all.slice(0, MOST);
  useTicks(all.some(({ candidate }) => candidate.process === "exited") ? TICK_MS : null);
  if (!people.length) return html`<${NobodyYet} ...${view} />`;
  const data = { "data-testid": "barrier-board", "data-round": barrier.round };
  const isKnown = isReached(view.state);
  const need = (width, top, isLast) => (width < NARROW && !isLast ? Infinity : placesOf(people, width, 0, top, isKnown).need);
  const draw = ({ width, height, top }) => html`<${Lanes} ...${view} people=${people} more=${all.length - people.length} places=${placesOf(people, width, height, top, isKnown)} />`;
  return html`<${Room} ...${view} looks="lanes" data=${data} need=${need} draw=${draw} />`;
}

/** isKnown: the label is short, so that it stands below the word of the round, beside the second row of znodes; otherwise above them. */
function placesOf(people, width, height, top, isKnown) {
  const [enter, leave] = [AT.enter * width, AT.leave * width];
  const isNarrow = width < NARROW;
  const chips = { left: enter + (isNarrow ? 4.2 : 5.2) };
  const perRow = Math.max(1, Math.floor((width - chips.left) / CHIP));
  const rows = Math.max(1, Math.ceil(people.filter(({ znode }) => znode).length / perRow));
  const isAlone = enter - (isNarrow ? 4.2 : 5.2) < LABEL; // the label has a line of its own
  const isBelow = isAlone && isKnown;
  const first = isAlone && !isBelow ? 0.35 + LINE : 0.35;
  const ground = first + Math.max(rows * ROW, isBelow ? ROW + LINE : 0) + 0.3;
  const lanes = top + GATE;
  const lane = (height - lanes - ground - 0.4) / people.length;
  const disc = Math.min(LANE.disc, lane * LANE.ring);
  const xOf = (stage) => (stage === "leaving" ? leave - 1.1 - disc * RING : AT[stage] * width);
  const at = people.map(({ stage }, place) => ({ x: xOf(stage), y: lanes + (place + 0.5) * lane }));
  return { width, height, lanes, enter, leave, isNarrow, ground: height - ground, lane, disc, at, first, isBelow, chips, perRow, need: lanes + people.length * LANE.least + ground + 0.4 };
}

function Lanes({ people, more, places, ...view }) {
  const { state, barrier } = view;
  const begun = isOpen(barrier, people);
  return html`
    <${Ground} state=${state} class=${`barrier-ground ${places.isBelow ? "is-below" : ""}`} style=${`top: ${rems(places.ground)}`}>
      <${Ready} ...${view} places=${places} begun=${begun} />
      ${people.filter(({ znode }) => znode).map(({ id, znode }, at) => html`<${Znode} key=${id} ...${view} id=${id} znode=${znode} at=${chipAt(at, places)} />`)}
    <//>
    <${Watches} people=${people} places=${places} />
    <${Gates} ...${view} places=${places} begun=${begun} people=${people} />
    ${people.map((person, at) => html`<${Person} key=${person.id} ...${view} person=${person} at=${places.at[at]} places=${places} />`)}
    ${more > 0 && html`<p class="lanes-more">and ${more} more</p>`}
  `;
}

/** Return where a process's znode stands on the ground. */
function chipAt(at, { chips, perRow, first }) {
  return { x: chips.left + (at % perRow) * CHIP, y: first + Math.floor(at / perRow) * ROW };
}

/** Tell whether the first gate is open: a process is inside in the latest round, or on its way. */
function isOpen(barrier, people) {
  const enters = { inside: ({ said }) => said.round === barrier.round, waiting: ({ znode }) => isNamed(barrier, znode) };
  return people.some((person) => enters[person.stage]?.(person));
}

function Gates({ people, places: { lanes, enter, leave, ground }, begun }) {
  const left = people.some(({ stage, candidate }) => stage === "leaving" && candidate.process !== "exited");
  const gate = (x) => `left: ${rems(x)}; top: ${rems(lanes)}; height: ${rems(ground - lanes - 0.2)}`;
  return html`
    ${Object.entries({ entry: enter, exit: leave }).map(([name, x]) => html`<span key=${name} class="gate-name" style=${placed({ x, y: lanes })}>${name}</span>`)}
    <i class=${`gate ${begun ? "open" : ""}`} style=${gate(enter)} data-testid="gate-enter" data-open=${String(begun)}></i>
    <i class=${`gate leave ${left ? "" : "open"}`} style=${`${gate(leave)}`}></i>
  `;
}

function Ready({ barrier, places: { enter, first, isNarrow }, begun, chosen, choose }) {
  const ready = `round-${barrier.round}`;
  const path = join(join(barrier.path, "ready"), ready);
  const next = barrier.round + 1;
  const there = Object.values(barrier.processes).filter(({ round }) => round === next).length;
  const style = placed({ x: enter, y: first });
  if (!begun) return html`<span class="ready-znode missing" style=${style} data-testid="ready">no ready${isNarrow ? "" : " yet"}: ${there} of ${barrier.size}</span>`;
  return html`<button class=${`ready-znode ${chosen.znode === path ? "picked" : ""}`} style=${style} disabled=${!barrier.ready[ready]} data-testid="ready"
    title=${`${path}\nnames the processes of this round`} onClick=${() => choose({ znode: path })}>ready · ${isNarrow ? "" : "round "}${barrier.round}</button>`;
}

/** Draw the lanes, and the watch of each process that waits, as the process reports it: along its lane and a gate, down to the znode. */
function Watches({ people, places }) {
  const { width, height, enter, leave, ground, disc, at } = places;
  const named = people.filter(({ znode }) => znode).map(({ znode }) => `processes/${znode.name}`);
  return html`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${width} ${height}`}>
      ${at.map(({ y }, lane) => html`<rect key=${lane} class="lane-line" x="0" y=${y - 0.02} width=${width} height="0.04" />`)}
      ${people.map(({ id, candidate, stage, znode }, lane) => {
        const watches = candidate.process === "exited" ? null : candidate.watches;
        const { x, y } = at[lane];
        if (stage === "waiting" && watches?.startsWith("ready/")) {
          const turn = enter - 0.65;
          return html`<path key=${id} class="flow-watch first" d=${`M${x + disc * RING} ${y}H${turn}V${ground + places.first}`} />`;
        }
        const other = named.indexOf(watches ?? "");
        if (stage !== "leaving" || other < 0 || watches === `processes/${znode?.name}`) return null;
        const to = chipAt(other, places);
        const turn = leave - 0.85 + 0.1 * (lane % 4);
        return html`<path key=${id} class="flow-watch" d=${`M${x + disc * RING} ${y}H${turn}V${ground - 0.2}H${to.x + CHIP * 0.35}V${ground + to.y}`} />`;
      })}
    </svg>
  `;
}
