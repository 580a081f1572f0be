// The drawing of a barrier: a lane for each process, and two gates across all lanes.
import { html } from "../../html.js";
import { join } from "../../paths.js";
import { isReached } from "../../servers.js";
import { useWidth } from "../queue/board.js";
import { startProcesses } from "./bar.js";
import { peopleOf } from "./people.js";
import { Person } from "./person.js";

const LANE = 4.1;
const TOP = 2.6;
const MOST = 12;
const NARROW = 40;
/** Parts of the width: where who stands, and the gates. */
const AT = { outside: 0.055, waiting: 0.27, inside: 0.55, leaving: 0.79 };
const AT_NARROW = { outside: 0.1, waiting: 0.33, inside: 0.6, leaving: 0.86 };
const GATES = { enter: 0.46, leave: 0.745 };
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
      <${Watches} people=${people} places=${places} width=${width} barrier=${barrier} isNarrow=${isNarrow} />
      ${people.map((person, at) => html`<${Person} key=${person.id} ...${view} person=${person} at=${places[at]} isNarrow=${isNarrow} />`)}
      ${more > 0 && html`<p class="flow-more soft" style="left: 50%; bottom: -1.2rem">and ${more} more</p>`}
    </div>
  `;
}

function placesOf(people, width, isNarrow) {
  const at = isNarrow ? AT_NARROW : AT;
  return people.map(({ stage }, lane) => ({ x: Math.max(2, at[stage] * width), y: TOP + (lane + 0.5) * LANE }));
}

/** The first gate is open while somebody of the round that has begun is not inside yet, or is. */
function isOpen(barrier, people) {
  return people.some(({ stage, said }) => stage === "inside" && said.round === barrier.round);
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
            title=${`${path}\nnames those who are in this round`} onClick=${() => choose({ znode: path })}>ready · round ${barrier.round}</button>`
        : html`<span class="ready-znode missing" data-testid="ready">no ready for round ${next}: ${there} of ${barrier.size}</span>`
    }</span>
    <i class=${`gate ${begun ? "open" : ""}`} style=${`left: ${at.enter * width}rem`} data-testid="gate-enter" data-open=${String(begun)}></i>
    <span class="zone-word" style=${`left: ${at.leave * width}rem`}>${left ? "until all are done" : ""}</span>
    <i class=${`gate leave ${left ? "" : "open"}`} style=${`left: ${at.leave * width}rem`}></i>
  `;
}

/** Who waits for what: its watch, as the process says. */
function Watches({ people, places, width, barrier, isNarrow }) {
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

function Empty(view) {
  const { state, barrier, page, guide } = view;
  return html`
    <p><b>Nobody is at the barrier <code>${barrier?.path ?? "/barrier"}</code>.</b></p>
    <p>${state.read_only ? "Processes appear here as soon as they come." : INVITATION}</p>
    ${
      !state.read_only &&
      html`<p><button class="primary" data-testid="start-first" disabled=${page.busy.has("start-4")}
        onClick=${() => startProcesses(view, 4)}>Start four processes</button>
        <button data-testid="tour-first" onClick=${() => guide.begin("barrier")}>Take the guided tour</button></p>`
    }
  `;
}

const INVITATION = "They enter together, each works for its own time, and they leave together. Then the next round begins.";

export function Legend() {
  return html`
    <ul class="legend" aria-label="Legend">
      <li><i class="item-sample waiting"></i>waits at a gate</li>
      <li><i class="item-sample claimed"></i>inside: at work</li>
      <li><i class="znode-sample"></i>its ephemeral znode stands</li>
      <li><svg viewBox="0 0 30 8"><path class="watch-sample reported" d="M1 4h28" /></svg>watch: waits for it</li>
    </ul>
  `;
}
