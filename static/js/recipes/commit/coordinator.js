// One coordinator: its disc, what it is at, when it decides, and its znode below the transaction.
import { running } from "../../format.js";
import { html } from "../../html.js";
import { DiscButton } from "../../kit/disc.js";
import { useTicks } from "../../kit/now.js";
import { placed } from "../../kit/room.js";
import { Left, endOf, shareLeft } from "../../kit/session.js";
import { join } from "../../paths.js";

const FAST_MS = 100;

export function Coordinator({ state, one, at, commit, latest, clock, chosen, choose }) {
  const { id, candidate, said, isLeading } = one;
  const { tone, words } = said;
  const left = endOf(state, candidate, isLeading);
  const due = isLeading && candidate.process === "running" ? (said.decides ?? null) : null;
  useTicks(left !== null || due !== null ? FAST_MS : null);
  const now = clock.now();
  const isChosen = chosen.candidate === id;
  return html`
    <div class=${`person coordinator tone-${tone} ${isChosen ? "chosen" : ""}`} style=${placed(at)}
      data-testid=${`person-${id}`} data-leading=${String(isLeading)} data-process=${candidate.process ?? ""}>
      <${DiscButton} id=${id} label=${`${id}, coordinator: ${words}`} chosen=${chosen} choose=${choose}
        disc=${{ candidate, share: shareLeft(candidate.session_timeout_ms, left, now), done: null }} />
      <div class="person-words">
        <span>${words}${due !== null && due > now ? html` <span class="number">in ${running(due - now)}</span>` : ""}</span>
        <${Left} ends=${left} now=${now} />
        ${isLeading && html`<${Znode} path=${join(join(commit.path, latest.name), "coordinator")} chosen=${chosen} choose=${choose} />`}
      </div>
    </div>
  `;
}

function Znode({ path, chosen, choose }) {
  return html`
    <button class=${`own-znode ${chosen.znode === path ? "picked" : ""}`} title=${`${path}\nephemeral: it ends with the session of its creator`}
      onClick=${() => choose({ znode: path })}>coordinator</button>
  `;
}
