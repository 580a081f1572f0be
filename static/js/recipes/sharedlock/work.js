// The file with its current readers and writers, and what was torn or lost; and what became of each client's turns.
import { count, plural } from "../../format.js";
import { html } from "../../html.js";
import { useTicks } from "../../kit/now.js";
import { Pick, Slowed } from "../../kit/parts.js";
import { Bar, File } from "../lock/work.js";
import { askFor } from "./bar.js";
import { clientsOf, entryOf, isDead } from "./people.js";

export function SharedFile(view) {
  const { shared, clock } = view;
  const order = clientsOf(view);
  const tasks = Object.entries(shared.tasks).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  useTicks(tasks.some(([, { stopped }]) => typeof stopped !== "number") ? 100 : null);
  return html`
    <${File} of=${shared} label="Who reads or writes the file" none="Nobody reads or writes the file." written="each writer that finishes"
      tasks=${tasks.map(([id, task]) => html`<${Task} key=${id} ...${view} id=${id} task=${task} now=${clock.now()} />`)}>
      <${Harm} shared=${shared} />
    <//>
  `;
}

function Task(view) {
  const { id, task, now, state, shared, chosen, choose } = view;
  const candidate = state.candidates[id];
  const writes = candidate?.recipe === "writer";
  return html`
    <${Bar} id=${id} task=${task} now=${now} candidate=${candidate} chosen=${chosen.candidate === id} choose=${choose}
      looks="of-shared" data=${{ "data-mode": writes ? "write" : "read" }} stands=${{ paused: "frozen here", exited: "dead" }[candidate?.process]}>
      <span class="number">${writes ? `writes ${task.read} → ${task.read + 1}` : `reads ${task.read}`}</span>
      <${Ask} ...${view} entry=${shared.locking ? entryOf(shared, id) : null} />
    <//>
  `;
}

function Harm({ shared: { file, before } }) {
  const { reads, torn, finished, lost } = file;
  return html`
    <div class="lost" data-testid="harm" data-torn=${torn} data-lost=${lost} data-reads=${reads} data-finished=${finished}>
      <p class=${torn ? "harmed" : "kept"}><b>${torn ? count(torn) : "✓"}</b> ${torn ? `torn ${torn === 1 ? "read" : "reads"}` : "no read torn"}</p>
      <p class=${lost ? "harmed" : "kept"}><b>${lost ? count(lost) : "✓"}</b> ${lost ? `lost ${lost === 1 ? "write" : "writes"}` : "no write lost"}</p>
      <p class="soft">${plural(reads, "read")}, ${plural(finished, "write")}</p>
      ${before && html`<p class="soft">Before, ${before.locking ? "with" : "without"} the lock: ${harmOf(before)}</p>`}
    </div>
  `;
}

function harmOf({ torn, reads, lost, finished }) {
  return `${count(torn)} of ${plural(reads, "read")} torn, ${count(lost)} of ${plural(finished, "write")} lost`;
}

const SHOWN = 10;
const NONE = { held: 0, finished: 0, abandoned: 0, gave_up: 0, gave_back: 0 };

export function Turns(view) {
  const ids = clientsOf(view);
  const { shared } = view;
  const strangers = shared.chain.filter(({ candidate }) => !candidate);
  return html`
    <section class="turns" aria-label="Turns">
      <p class="handoff-title"><b>The line, and how each turn ended</b> <${Slowed} slowed=${view.slowed} path=${shared.path} /></p>
      <ul>
        ${ids.slice(0, SHOWN).map((id) => html`<${Turn} key=${id} ...${view} id=${id} />`)}
        ${strangers.map((entry) => html`<${Stranger} key=${entry.znode} entry=${entry} />`)}
        ${ids.length > SHOWN && html`<li class="soft">and ${ids.length - SHOWN} more</li>`}
        ${!ids.length && !strangers.length && html`<li class="soft">Nobody is in it.</li>`}
      </ul>
    </section>
  `;
}

function Turn(view) {
  const { id, state, shared, chosen, choose } = view;
  const entry = entryOf(shared, id);
  const { recipe } = state.candidates[id] ?? {};
  const { finished, abandoned, gave_up, gave_back } = { ...NONE, ...shared.turns[id] };
  const isChosen = chosen.candidate === id;
  return html`
    <li class=${isChosen ? "chosen" : ""} data-testid=${`turn-${id}`} data-gave-back=${gave_back}>
      <${Pick} id=${id} isChosen=${isChosen} choose=${choose} /><span class=${`mode of-${recipe}`}>${recipe}</span>
      <span class="what">${wordsOf(entry, shared)}</span>
      <span class="soft number">${plural(finished, recipe === "writer" ? "write" : "read")}${gave_back > 0 && `, gave back ${gave_back}`}${
        abandoned > gave_back && `, ${abandoned - gave_back} undone`
      }${gave_up > 0 && `, gave up ${gave_up}`}</span>
      <${Ask} ...${view} entry=${entry} />
    </li>
  `;
}

function wordsOf(entry, shared) {
  if (!entry) return "not in the line";
  if (entry.truth === "holder") return "has its turn";
  const before = shared.chain.find(({ znode }) => znode === entry.waits_for);
  return before ? `waits for ${before.name}` : "waits";
}

/** Draw another program's znode; only that program knows by which rules it waits. */
function Stranger({ entry }) {
  return html`
    <li class="stranger" data-testid=${`stranger-${entry.label}`}><b title=${entry.znode}>${entry.name}</b>
      <span class="mode">${entry.mode ? `to ${entry.mode}` : "unknown"}</span>
      <span class="what">from another program: not checked</span></li>
  `;
}

/** Draw the button. entry: of the line; neither the dead nor a znode of another library can be asked. */
export function Ask(view) {
  const { entry, state, page } = view;
  if (state.read_only || !entry?.truth || isDead(state, entry)) return null;
  if (entry.revoked) return html`<em class="asked tone-frozen" data-testid=${`asked-${entry.name}`}>asked to give back</em>`;
  const what = entry.truth === "holder" ? "the lock" : "its place";
  const ask = (event) => (event.stopPropagation(), askFor(view, entry));
  return html`
    <button class="quiet ask" data-testid=${`ask-${entry.name}`} disabled=${page.busy.has(`ask-${entry.znode}`)}
      title=${`Write "unlock" into ${entry.znode}: it asks ${entry.name} to give back ${what}`} onClick=${ask}>ask back</button>
  `;
}
