// One process of a queue: its disc, what it does, the progress of its task, the time its session has left.
import { html } from "../../html.js";
import { DiscButton, partOf } from "../../kit/disc.js";
import { useTicks } from "../../kit/now.js";
import { placed } from "../../kit/room.js";
import { Left, endOf, shareLeft } from "../../kit/session.js";

const FAST_MS = 100;

export function Person({ state, person, at, isNarrow, clock, chosen, choose }) {
  const { id, role, candidate, said, item } = person;
  const { tone, words } = said;
  const runs = role === "consumer" && said.item && typeof said.stopped !== "number" && candidate.process === "running";
  const left = endOf(state, candidate, true);
  useTicks(runs || left !== null ? FAST_MS : null);
  const now = clock.now();
  const isChosen = chosen.candidate === id;
  const disc = { candidate, share: shareLeft(candidate.session_timeout_ms, left, now), done: item || runs ? partOf(said, now) : null };
  return html`
    <div class=${`person is-${role} ${isNarrow ? "below" : ""} tone-${tone} ${isChosen ? "chosen" : ""}`} style=${placed(at)}
      data-testid=${`person-${id}`} data-role=${role} data-process=${candidate.process ?? ""} data-belief=${candidate.belief ?? ""}>
      <${DiscButton} id=${id} label=${`${id}, ${role}: ${words}`} chosen=${chosen} choose=${choose} disc=${disc} />
      <p class="person-words"><span>${words}</span> <${Left} ends=${left} now=${now} /></p>
    </div>
  `;
}
