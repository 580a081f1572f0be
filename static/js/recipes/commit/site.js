// One site: its vote in ZooKeeper, its process, and what its account holds.
import { running } from "../../format.js";
import { html } from "../../html.js";
import { DiscButton } from "../../kit/disc.js";
import { useTicks } from "../../kit/now.js";
import { placed, rems } from "../../kit/room.js";
import { endOf, shareLeft } from "../../kit/session.js";
import { join } from "../../paths.js";

const FAST_MS = 100;
const SIGNS = { commit: "✓", abort: "✗" };

export function Site({ state, one, at, isBeside, width, commit, latest, clock, chosen, choose }) {
  const { site, id, candidate, known } = one;
  const { tone, words } = known;
  const left = endOf(state, candidate, false);
  const doubt = latest?.decision ? null : (known.doubt?.since ?? null);
  useTicks(left !== null || doubt !== null ? FAST_MS : null);
  const now = clock.now();
  const isChosen = id !== null && chosen.candidate === id;
  return html`
    <div class=${`site ${isBeside ? "beside" : ""} tone-${tone} ${doubt === null ? "" : "in-doubt"} ${isChosen ? "chosen" : ""}`} style=${`${placed(at)}; --width: ${rems(width)}`}
      data-testid=${`site-${site}`} data-vote=${one.vote ?? ""} data-doubt=${String(doubt !== null)} data-process=${candidate.process ?? ""}
      data-carried=${one.carried ?? ""}>
      <${VoteZnode} one=${one} commit=${commit} latest=${latest} chosen=${chosen} choose=${choose} />
      <${DiscButton} id=${id} label=${`${site}, site, process ${id ?? "none"}: ${words}`} chosen=${chosen} choose=${choose}
        disc=${{ id: site, candidate, share: shareLeft(candidate.session_timeout_ms, left, now), done: null }} />
      <div class="site-says">
      <p class="site-words"><span>${words}</span>${doubt !== null && html` <span class="number" data-testid=${`doubt-${site}`}>${running(now - doubt)}</span>`}</p>
      <${Account} known=${known} site=${site} />
      </div>
    </div>
  `;
}

function VoteZnode({ one: { site, vote, done, isIn }, commit, latest, chosen, choose }) {
  if (!latest || !isIn) return html`<span class="vote-znode none">${latest ? "takes no part" : "\u00a0"}</span>`;
  const path = join(join(commit.path, latest.name), site);
  return html`
    <button class=${`vote-znode is-${done ?? vote ?? "empty"} ${chosen.znode === path ? "picked" : ""}`} disabled=${latest.gone} data-testid=${`vote-${site}`}
      title=${`${path}\n${done ? `has carried out: ${done}` : "its vote"}`} onClick=${() => choose({ znode: path })}>
      ${vote ?? "no vote"}${done && html`${" "}<b aria-hidden="true">${SIGNS[done]}</b><span class="sr">, carried out: ${done}</span>`}</button>
  `;
}

/** "100", "100 → 80": what is prepared, and may come. */
function Account({ known: { balance, entry }, site }) {
  if (typeof balance !== "number") return null;
  return html`
    <p class=${`account ${entry ? "prepared" : ""}`} data-testid=${`account-${site}`} data-balance=${balance}
      title=${entry ? `prepared for ${entry.transaction}: ${entry.amount}` : "what its ledger says"}>
      <b class="number" key=${balance}>${balance}</b>${entry && html` <span class="number soft">${entry.amount > 0 ? "+" : ""}${entry.amount}?</span>`}</p>
  `;
}
