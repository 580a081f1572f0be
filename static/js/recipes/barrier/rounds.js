// The last rounds at the barrier, in true proportion (gather, enter, work, leave), and as a table.
import { milliseconds, plural } from "../../format.js";
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { passing } from "../../kit/proportion.js";

export function Round({ barrier, state, clock }) {
  return html`<${LastRound} word="round" state=${state} clock=${clock} empty="No round yet." invites="Start four processes." roundsOf=${(now) => roundsOf(barrier, now)} />`;
}

/** Return the rounds, the one first that is under way, of which the sentence tells too: what has begun beside it comes later. */
export function roundsOf(barrier, now) {
  const shown = barrier?.under_way ?? Infinity;
  const begun = (barrier?.rounds ?? []).filter(({ round }) => round <= shown).reverse();
  return [...gathering(barrier, now), ...begun.map((one) => roundOf(one, now))];
}

const STEPS = [
  { phase: "gather", name: "gather", until: "all were there" },
  { phase: "enter", name: "enter", until: "the last had entered" },
  { phase: "work", name: "work", until: "the last was done" },
  { phase: "leave", name: "leave", until: "the last had left" },
];

/** Return the round whose processes gather now; none if a round is under way. */
function gathering(barrier, now) {
  if (typeof barrier?.under_way === "number") return [];
  const came = Object.values(barrier?.processes ?? {}).filter(({ round }) => round > barrier.round).map(({ at }) => at);
  if (!came.length) return [];
  const steps = STEPS.map((step) => ({ ...step, at: null }));
  const who = `round ${barrier.round + 1}`;
  return [{ of: barrier.round + 1, who, what: `${came.length} of ${barrier.size} there`, ears: who, phases: passing(Math.min(...came), steps, now) }];
}

function roundOf({ round, first, began, in: entered, done, out, fell }, now) {
  const all = Object.keys(entered ?? {});
  const isGone = (id) => Object.hasOwn(fell ?? {}, id);
  const left = all.filter((id) => !isGone(id));
  const lastOf = (times) => (left.length && left.every((id) => typeof times?.[id] === "number") ? Math.max(...left.map((id) => times[id])) : null);
  const isOver = left.every((id) => typeof out?.[id] === "number");
  const moments = [began, lastOf(entered), lastOf(done), lastOf(out)];
  const who = `round ${round}`;
  const lost = all.filter(isGone);
  return {
    of: round,
    who,
    what: lost.length ? html`<span class="tone-dead">without ${lost.join(" ")}</span>` : null,
    ears: lost.length ? `${who}, without ${lost.join(" ")}` : who,
    phases: passing(first, STEPS.map((step, index) => ({ ...step, at: moments[index] })), isOver && all.length ? null : now),
  };
}

export function Rounds({ barrier: { rounds, late } }) {
  const over = rounds.filter((one) => Object.keys(one.out ?? {}).length).slice(-4).reverse();
  return html`
    <section class="rounds" aria-label="Rounds">
      <p class="handoff-title"><b>Rounds</b>${late > 0 && html`<span class="soft" data-testid="late">${plural(late, "late arrival")}</span>`}</p>
      ${
        over.length
          ? html`<table><thead><tr><th>round</th><th>passed</th><th>entered within</th><th>first one waited</th><th>left within</th></tr></thead>
          <tbody>${over.map((one) => html`<${Row} key=${one.round} one=${one} />`)}</tbody></table>`
          : html`<p class="soft">No round is over yet.</p>`
      }
    </section>
  `;
}

function Row({ one }) {
  const [entered, done, out] = [one.in, one.done, one.out].map((times) => Object.values(times ?? {}));
  const fell = Object.keys(one.fell ?? {});
  const waited = done.length && out.length ? Math.max(...out) - Math.min(...done) : null;
  return html`
    <tr data-testid=${`round-${one.round}`}>
      <td class="number">${one.round}</td><td>${Object.keys(one.out).join(" ")}${fell.length > 0 && html` <em class="tone-dead">without ${fell.join(" ")}</em>`}</td>
      <td class="number">${spread(entered)}</td><td class="number">${waited === null ? "" : milliseconds(waited * 1000)}</td>
      <td class="number">${spread(out)}</td>
    </tr>
  `;
}

function spread(times) {
  return times.length > 1 ? milliseconds((Math.max(...times) - Math.min(...times)) * 1000) : "";
}
