// A double barrier: who waits for whom before all enter, who is inside, who waits before all leave.
import { html } from "../html.js";
import { join } from "../paths.js";
import { steps } from "../tour/barrier.js";
import { Bar, startProcesses } from "./barrier/bar.js";
import { Board, Legend } from "./barrier/board.js";
import { AnotherBarrier } from "./barrier/dialogs.js";
import { processesOf, roles } from "./barrier/people.js";
import { Rounds } from "./barrier/rounds.js";
import { TONES, WORDS } from "./barrier/words.js";
import { Checks } from "./checks.js";
import { Servers } from "./servers.js";
import { Story } from "./story.js";

const CHECKS = {
  in_together: ["in together", "Nobody is inside a round that has not begun with all of its processes there"],
  out_together: ["out together", "Nobody is out of a round while somebody who lives is at work in it"],
};
const LISTS = ["processes", "ready"];

export const barrier = {
  id: "barrier",
  title: "Barrier",
  component: BarrierView,
  subject: { name: "barrier", section: "barriers" },
  places: ({ barrier: shown }) => (shown ? [shown.path, ...LISTS.map((list) => join(shown.path, list))] : []),
  recipe: () => "barrier",
  candidates: processesOf,
  roles,
  keys: [
    { key: "1", does: "start one process", run: (view) => startProcesses(view, 1) },
    { key: "4", does: "start four processes", run: (view) => startProcesses(view, 4) },
  ],
  choices: { barrierSize: 4, barrierTask: 3 },
  dialogs: { "another-barrier": AnotherBarrier },
  help: Help,
  words: WORDS,
  tones: TONES,
  tour: steps,
};

function BarrierView(view) {
  return html`
    <${Story} election=${view.barrier ?? NO_BARRIER} clock=${view.clock} />
    <${Bar} ...${view} />
    <${Board} ...${view} />
    <${Servers} ...${view} />
    <${Legend} />
    <div class="foot">
      ${view.barrier && html`<${Rounds} barrier=${view.barrier} /><${Checks} of=${view.barrier} words=${CHECKS} />`}
    </div>
  `;
}

const NO_BARRIER = { story: ["Nobody is at the barrier yet. Start four processes: they pass it together."] };

function Help() {
  return html`
    <p>Each process has a lane. It comes to the first gate, creates an ephemeral znode and <b class="tone-wait">waits</b>.
      When enough are there, one of them creates <code>ready</code>, in one transaction that checks that all still stand:
      all enter at once. Whoever came after that is too late, and waits for the next round.</p>
    <p><b class="tone-lead">Inside</b> each works for its own time. Who is done deletes its znode and waits at the second
      gate: the first of them waits for the last, the others wait for the first. Kill one inside: the others wait until
      ZooKeeper has ended its session, and not longer.</p>
  `;
}
