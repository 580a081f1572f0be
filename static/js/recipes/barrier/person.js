// One process in its lane: its disc, the progress of its work, the time its session has left, what it does, in words.
import { html } from "../../html.js";
import { DiscButton, partOf } from "../../kit/disc.js";
import { useTicks } from "../../kit/now.js";
import { placed, rems } from "../../kit/room.js";
import { Left, endOf, shareLeft } from "../../kit/session.js";
import { join } from "../../paths.js";

const FAST_MS = 100;
const NEAR = 0.6; // between a gate, or a disc, and words
const NAME = 0.74; // rem: the size of a name, in a disc of any size

/** Return where its words begin or end, and how wide they may be: beside its disc, or where its lane is free. */
function slotOf(stage, x, { width, enter, leave, disc }) {
  const beside = disc / 2 + NEAR;
  if (stage === "outside") return { from: x + beside, to: enter - NEAR };
  if (stage === "waiting") return { from: enter + NEAR, to: leave - NEAR };
  const end = x - beside;
  return { from: enter + NEAR, to: end, ends: width - end };
}

export function Person({ state, person, at, places, clock, chosen, choose }) {
  const { id, candidate, said, stage } = person;
  const { tone, words } = said;
  const works = stage === "inside" && typeof said.stopped !== "number" && candidate.process === "running";
  const left = endOf(state, candidate, true);
  useTicks(works || left !== null ? FAST_MS : null);
  const now = clock.now();
  const isChosen = chosen.candidate === id;
  const disc = { candidate, share: shareLeft(candidate.session_timeout_ms, left, now), done: stage === "inside" ? partOf(said, now) : null };
  const { from, to, ends } = slotOf(stage, at.x, places);
  const slot = `width: ${rems(to - from)}; ${ends === undefined ? `left: ${rems(from)}` : `right: ${rems(ends)}; text-align: right`}`;
  return html`
    <div class=${`person traveller is-${stage} tone-${tone} ${isChosen ? "chosen" : ""}`} style=${`top: ${rems(at.y)}; --disc: ${rems(places.disc)}; --x: ${rems(at.x)}; --name: ${Math.max(24, (NAME * 72) / places.disc).toFixed(1)}px`}
      data-testid=${`person-${id}`} data-stage=${stage} data-process=${candidate.process ?? ""}>
      <p class="person-words" key=${stage} style=${slot}><span>${words}</span>${left !== null && ", "}<${Left} ends=${left} now=${now} /></p>
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
