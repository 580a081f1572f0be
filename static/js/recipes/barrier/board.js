// The drawing of a barrier: a lane for each process, and two gates across all lanes.
import { Empty } from "../../kit/empty.js";
import { html } from "../../html.js";
import { useWidth } from "../../kit/width.js";
import { join } from "../../paths.js";
import { isReached } from "../../servers.js";
import { isNamed, peopleOf } from "./people.js";
import { Person } from "./person.js";

const LANE = 4.1;
const TOP = 2.6;
const MOST = 12;
const NARROW = 36;
/** Shares of the width: the places of the processes, and the gates. */
const AT = { outside: 0.055, waiting: 0.23, inside: 0.51, leaving: 0.79 };
const AT_NARROW = { outside: 0.1, waiting: 0.33, inside: 0.6, leaving: 0.86 };
const GATES = { enter: 0.42, leave: 0.745 };
const GATES_NARROW = { enter: 0.47, leave: 0.735 };

export function Board(view) {
  const [box, width] = useWidth();
  const { state, barrier, page } = view;
  const people = peopleOf(view).slice(0, MOST);
  const more = barrier ? peopleOf(view).length - people.length : 0;
  if (!people.length) return html`<div class="flow flow-empty" ref=${box}><${Empty} ...${view} /></div>`;
  const stale = page.status.state !== "connected" || !isReached(state);
  const isNarrow = width < NARROW;
  const places = placesOf(people, width, isNarrow);
  const begun = isOpen(barrier, people);
  return html`
    <div class=${`flow lanes ${stale ? "stale" : ""} ${isNarrow ? "narrow" : ""}`} ref=${box} data-testid="barrier-board"
      data-round=${barrier.round} style=${`height: ${TOP + people.length * LANE}rem`}>
      <${Gates} ...${view} width=${width} isNarrow=${isNarrow} begun=${begun} people=${people} />
      ${people.map((_, lane) => html`<i class="lane-line" key=${lane} style=${`top: ${TOP + (lane + 0.5) * LANE}rem`}></i>`)}
      <${Watches} people=${people} places=${places} width=${width} isNarrow=${isNarrow} />
      ${people.map((person, at) => html`<${Person} key=${person.id} ...${view} person=${person} at=${places[at]} isNarrow=${isNarrow} />`)}
      ${more > 0 && html`<p class="flow-more soft" style="left: 50%; bottom: -1.2rem">and ${more} more</p>`}
    </div>
  `;
}

function placesOf(people, width, isNarrow) {
  const at = isNarrow ? AT_NARROW : AT;
  return people.map(({ stage }, lane) => ({ x: Math.max(2, at[stage] * width), y: TOP + (lane + 0.5) * LANE }));
}

/** Tell whether the first gate is open: a process is inside in the latest round, or on its way. */
function isOpen(barrier, people) {
  const enters = { inside: ({ said }) => said.round === barrier.round, waiting: ({ znode }) => isNamed(barrier, znode) };
  return people.some((person) => enters[person.stage]?.(person));
}

function Gates({ barrier, people, width, isNarrow, begun, chosen, choose }) {
  const at = isNarrow ? GATES_NARROW : GATES;
  const left = people.some(({ stage }) => stage === "leaving");
  const ready = `round-${barrier.round}`;
  const path = join(join(barrier.path, "ready"), ready);
  const stands = Boolean(barrier.ready[ready]);
  const next = barrier.round + 1;
  const there = Object.values(barrier.processes).filter(({ round }) => round === next).length;
  return html`
    <span class="zone-word" style=${`left: ${at.enter * width}rem`}>${
      begun
        ? html`<button class=${`ready-znode ${chosen.znode === path ? "picked" : ""}`} disabled=${!stands} data-testid="ready"
            title=${`${path}\nnames the processes of this round`} onClick=${() => choose({ znode: path })}>ready · ${isNarrow ? "" : "round "}${barrier.round}</button>`
        : html`<span class="ready-znode missing" data-testid="ready">no ready for round ${next}: ${there} of ${barrier.size}</span>`
    }</span>
    <i class=${`gate ${begun ? "open" : ""}`} style=${`left: ${at.enter * width}rem`} data-testid="gate-enter" data-open=${String(begun)}></i>
    <span class="zone-word" style=${`left: ${at.leave * width}rem`}>${left ? "until all are done" : ""}</span>
    <i class=${`gate leave ${left ? "" : "open"}`} style=${`left: ${at.leave * width}rem`}></i>
  `;
}

/** Draw the watch of each process that waits, as the process reports it. */
function Watches({ people, places, width, isNarrow }) {
  const gate = (isNarrow ? GATES_NARROW : GATES).enter * width;
  const laneOf = new Map(people.map(({ znode }, lane) => [znode ? `processes/${znode.name}` : null, lane]));
  const height = TOP + people.length * LANE;
  return html`
    <svg class="flow-lines" aria-hidden="true" viewBox=${`0 0 ${width} ${height}`}>
      ${people.map(({ id, candidate, stage }, lane) => {
        const watches = candidate.process === "exited" ? null : candidate.watches;
        const from = places[lane];
        if (stage === "waiting" && watches?.startsWith("ready/")) {
          return html`<path key=${id} class="flow-watch first" d=${`M${from.x + 1.7} ${from.y}C${gate - 1} ${from.y} ${gate} ${from.y - 1} ${gate} ${TOP - 0.6}`} />`;
        }
        const other = laneOf.get(watches);
        if (stage !== "leaving" || other === undefined || other === lane) return null;
        const to = places[other];
        const bend = Math.max(from.x, to.x) + 2.6;
        return html`<path key=${id} class="flow-watch" d=${`M${from.x + 1.4} ${from.y}C${bend} ${from.y} ${bend} ${to.y} ${to.x + 1.4} ${to.y}`} />`;
      })}
    </svg>
  `;
}
