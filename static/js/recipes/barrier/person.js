// One process in its lane: its disc, its znode, the progress of its work, the time its session has left.
import { html } from "../../html.js";
import { DiscButton, partOf } from "../../kit/disc.js";
import { useTicks } from "../../kit/now.js";
import { Left, endOf, shareLeft } from "../../kit/session.js";
import { join } from "../../paths.js";

const FAST_MS = 100;

export function Person({ state, person, at, barrier, clock, chosen, choose }) {
  const { id, candidate, said, stage, znode } = person;
  const { tone, words } = said;
  const works = stage === "inside" && typeof said.stopped !== "number" && candidate.process === "running";
  const left = endOf(state, candidate, znode);
  useTicks(works || left !== null ? FAST_MS : null);
  const now = clock.now();
  const isChosen = chosen.candidate === id;
  const disc = { candidate, share: shareLeft(candidate.session_timeout_ms, left, now), done: stage === "inside" ? partOf(said, now) : null };
  return html`
    <div class=${`person traveller is-${stage} tone-${tone} ${isChosen ? "chosen" : ""}`}
      style=${`transform: translate(${at.x}rem, ${at.y}rem) translate(-1.7rem, -50%)`} data-testid=${`person-${id}`} data-stage=${stage}
      data-process=${candidate.process ?? ""}>
      <${DiscButton} id=${id} label=${`process ${id}: ${words}`} chosen=${chosen} choose=${choose} disc=${disc} />
      <div class="person-words">
        <span>${words}</span>
        <${Left} ends=${left} now=${now} />
        ${znode && html`<${Znode} znode=${znode} barrier=${barrier} chosen=${chosen} choose=${choose} />`}
      </div>
    </div>
  `;
}

function Znode({ znode, barrier, chosen, choose }) {
  const path = join(join(barrier.path, "processes"), znode.name);
  return html`
    <button class=${`process-znode ${chosen.znode === path ? "picked" : ""}`} title=${`${path}\nephemeral: it ends with session ${znode.session ?? ""}`}
      onClick=${() => choose({ znode: path })}>r${znode.round}</button>
  `;
}
