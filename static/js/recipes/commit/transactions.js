// The last transactions, in true proportion: begun → voted → counted → decided → carried out; and as a table.
import { milliseconds } from "../../format.js";
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { passing } from "../../kit/proportion.js";
import { whyNotBegin } from "./bar.js";

export function Round(view) {
  const { commit, state, clock } = view;
  const latest = Object.values(commit?.transactions ?? {}).sort((one, other) => other.number - one.number);
  return html`<${LastRound} word="transaction" state=${state} clock=${clock} empty="No transaction yet." invites=${!whyNotBegin(view) && "Begin one."}
    roundsOf=${(now) => latest.map((one) => roundOf(one, now))} />`;
}

function roundOf(one, now) {
  const sites = Object.keys(one.moves ?? {}).sort();
  const lastOf = (times) => (sites.length && times.every((at) => typeof at === "number") ? Math.max(...times) : null);
  const voted = lastOf(sites.map((site) => (one.votes?.[site]?.vote ? one.votes[site].at : null)));
  const carried = lastOf(sites.map((site) => one.carried_out?.[site]?.at));
  const decision = one.decision ?? "undecided";
  const moves = sites.map((site) => `${site} ${one.moves[site] > 0 ? "+" : ""}${one.moves[site]}`).join(", ");
  const steps = [
    { phase: "voted", name: "prepare", until: "the last site had voted", at: voted },
    { phase: "counted", name: "votes in", until: "the coordinator had all votes", at: one.votes_in?.at },
    { phase: "decided", name: "decide", until: "it was decided", at: one.decided },
    { phase: "carried", name: "carry out", until: "all sites had carried it out", at: carried },
  ];
  const isOver = one.gone || typeof carried === "number";
  return {
    of: one.number,
    who: `tx-${one.number}`,
    what: html`<b class=${`is-${one.decision ?? "none"}`}>${decision}</b>`,
    facts: html`<span>${moves}</span>`,
    ears: `transaction ${one.number}, ${decision}, ${moves}`,
    phases: passing(one.begun ?? one.coordinator?.at, steps, isOver ? null : now),
  };
}

const SHOWN = 5;

export function Transactions({ commit: { transactions } }) {
  const latest = Object.values(transactions ?? {}).sort((a, b) => b.number - a.number).slice(0, SHOWN);
  return html`
    <section class="transactions" tabindex="0" aria-label="Transactions">
      <p class="handoff-title"><b>Transactions</b></p>
      ${
        latest.length
          ? html`<table><thead><tr><th>no.</th><th>moves</th><th>votes</th><th>decision</th><th>by</th><th>within</th></tr></thead>
          <tbody>${latest.map((one) => html`<${Row} key=${one.number} one=${one} />`)}</tbody></table>`
          : html`<p class="soft">No transaction has been begun yet.</p>`
      }
    </section>
  `;
}

function Row({ one }) {
  const sites = Object.keys(one.moves ?? {}).sort();
  const signs = { commit: "✓", abort: "✗" };
  const within = one.decided && one.begun ? milliseconds((one.decided - one.begun) * 1000) : "";
  return html`
    <tr data-testid=${`row-tx-${one.number}`} data-decision=${one.decision ?? ""}>
      <td class="number">${one.number}</td>
      <td class="number">${sites.map((site) => `${site} ${one.moves[site] > 0 ? "+" : ""}${one.moves[site]}`).join(", ")}</td>
      <td>${sites.map((site) => {
        const vote = one.votes?.[site]?.vote;
        return html`<span key=${site} class=${`ballot is-${vote ?? "none"}`} title=${`${site}: ${vote ?? "no vote"}`}>${site} ${signs[vote] ?? "·"}</span>`;
      })}</td>
      <td><b class=${`is-${one.decision ?? "none"}`}>${one.decision ?? "undecided"}</b></td>
      <td>${one.decided_by ?? one.coordinator?.candidate ?? ""}</td><td class="number">${within}</td>
    </tr>
  `;
}
