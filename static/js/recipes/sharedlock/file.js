// The file: its number, its current readers and writers, and what was torn or lost.
import { count, plural } from "../../format.js";
import { html } from "../../html.js";
import { useTicks } from "../../kit/now.js";
import { Bar, File } from "../lock/file.js";
import { clientsOf, entryOf } from "./people.js";
import { Ask } from "./revoking.js";

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
