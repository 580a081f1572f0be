// One process in its lane: what it does, in words, its disc, the progress of its work, the time its session has left.
import { html } from "../../html.js";
import { DiscButton, partOf } from "../../kit/disc.js";
import { useTicks } from "../../kit/now.js";
import { placed, rems } from "../../kit/room.js";
import { Left, endOf, shareLeft } from "../../kit/session.js";
import { join } from "../../paths.js";

const FAST_MS = 100;

export function Person({ state, person, at, places: { track, disc: size }, clock, chosen, choose }) {
  const { id, candidate, said, stage, znode } = person;
  const { tone, words } = said;
  const works = stage === "inside" && typeof said.stopped !== "number" && candidate.process === "running";
  const left = endOf(state, candidate, znode);
  useTicks(works || left !== null ? FAST_MS : null);
  const now = clock.now();
  const isChosen = chosen.candidate === id;
  const disc = { candidate, share: shareLeft(candidate.session_timeout_ms, left, now), done: stage === "inside" ? partOf(said, now) : null };
  return html`
    <div class=${`person traveller is-${stage} tone-${tone} ${isChosen ? "chosen" : ""}`} style=${`top: ${rems(at.y)}; --disc: ${rems(size)}; --x: ${rems(at.x)}`}
      data-testid=${`person-${id}`} data-stage=${stage} data-process=${candidate.process ?? ""}>
      <p class="person-words" style=${`width: ${rems(track)}`}><span>${words}</span> <${Left} ends=${left} now=${now} /></p>
      <${DiscButton} id=${id} label=${`${id}, process: ${words}`} chosen=${chosen} choose=${choose} disc=${disc} />
    </div>
  `;
}

/** Draw a process's znode on the ground. */
export function Znode({ id, znode, at, barrier, chosen, choose }) {
  const path = join(join(barrier.path, "processes"), znode.name);
  return html`
    <button class=${`process-znode ${chosen.znode === path ? "picked" : ""}`} style=${placed(at)} title=${`${path}\nephemeral: it ends with session ${znode.session ?? ""}`}
      onClick=${() => choose({ znode: path })}>${id} r${znode.round}</button>
  `;
}
