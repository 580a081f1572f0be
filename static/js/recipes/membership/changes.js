// The changes of a group, latest first, and how many members were told of them.
import { milliseconds, running } from "../../format.js";
import { html } from "../../html.js";
import { useTicks } from "../../kit/now.js";

const SHOWN = 5;
const HOW = { kill: "killed", pause: "frozen", expire: "session ended by hand", stop: "left", exit: "ended by itself" };
const TONES = { new: "new", back: "new", down: "dead", forgotten: "lost" };

export function Changes({ group, clock }) {
  useTicks(1000);
  if (!group?.changes.length) return null;
  const latest = [...group.changes].reverse().slice(0, SHOWN);
  return html`
    <section class="changes" aria-label="Changes of the group">
      <p class="handoff-title"><b>Changes</b> every member watches both lists: each member is notified of each change, and reads that list again</p>
      <ol>${latest.map((change, index) => html`<${Change} key=${change.at} change=${change} latest=${index === 0}
        now=${clock.now()} />`)}</ol>
    </section>
  `;
}

function Change({ change, latest, now }) {
  const { node, what, at, told_count: told, of, told_ms: toldMs } = change;
  return html`
    <li class=${`change tone-${TONES[what] ?? "wait"} ${latest ? "latest" : ""}`} data-testid="change" data-what=${what}>
      <b>${node}</b> <span>${whatWords(change)}</span> <span class="soft number">${running(now - at)} ago</span>
      ${of > 0 && html`<span class="told number" title="How many of this dashboard's other nodes have read the new list, and how long after the change the last one read it">${
        told
      } of ${of} told${toldMs == null ? "" : `, within ${milliseconds(toldMs)}`}</span>`}
    </li>
  `;
}

function whatWords({ what, fault, was_down_ms: ms }) {
  if (what === "back") return ms == null ? "is back" : `is back, was down ${milliseconds(ms)}`;
  if (what === "down") return `is down${HOW[fault] ? ` (${HOW[fault]})` : ""}`;
  return what === "new" ? "is new" : "is forgotten";
}
