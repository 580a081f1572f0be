// One process in its lane: its disc, its znode, how far its work is, how long its session lasts.
import { running } from "../../format.js";
import { html } from "../../html.js";
import { join } from "../../paths.js";
import { useTicks } from "../now.js";
import { Disc, partOf } from "../queue/person.js";
import { toneOf, wordsOf } from "./people.js";

const FAST_MS = 80;

export function Person({ person, at, barrier, clock, chosen, choose }) {
  const { id, candidate, said, stage, znode } = person;
  const works = stage === "inside" && typeof said.stopped !== "number" && candidate.process === "running";
  const left = endOf(candidate, znode);
  useTicks(works || left !== null ? FAST_MS : null);
  const now = clock.now();
  const isChosen = chosen.candidate === id;
  const words = wordsOf(person, barrier);
  const share = left === null ? null : Math.min(1, Math.max(0, ((left - now) * 1000) / (candidate.session_timeout_ms || 1)));
  return html`
    <div class=${`person traveller is-${stage} tone-${toneOf(person)} ${isChosen ? "chosen" : ""}`}
      style=${`transform: translate(${at.x}rem, ${at.y}rem) translate(-1.7rem, -50%)`} data-testid=${`person-${id}`} data-stage=${stage}
      data-process=${candidate.process ?? ""}>
      <button class="person-disc" aria-pressed=${isChosen} aria-label=${`process ${id}: ${words}`} data-testid=${`process-${id}`}
        onClick=${() => choose({ candidate: isChosen ? null : id })}>
        <${Disc} id=${id} candidate=${candidate} share=${share} done=${stage === "inside" ? partOf(said, now) : null} />
      </button>
      <div class="person-words">
        <span>${words}</span>
        ${left !== null && html`<span class="number person-left">${left > now ? `session ends in ${running(left - now)}` : "session over"}</span>`}
        ${znode && html`<${Znode} znode=${znode} barrier=${barrier} chosen=${chosen} choose=${choose} />`}
      </div>
    </div>
  `;
}

function Znode({ znode, barrier, chosen, choose }) {
  const path = join(join(barrier.path, "processes"), znode.name);
  return html`
    <button class=${`process-znode ${chosen.znode === path ? "picked" : ""}`} title=${`${path}\nephemeral: it ends with the session ${znode.session ?? ""}`}
      onClick=${() => choose({ znode: path })}>r${znode.round}</button>
  `;
}

/** When the session of one that is dead, or frozen, will have run out; null while it lives. */
function endOf({ process, session_ends: ends }, znode) {
  const matters = process === "paused" || (process === "exited" && znode);
  return matters && typeof ends === "number" ? ends : null;
}
