// The latest transactions: what moved, how each site voted, what was decided, by whom, and how long that took.
import { milliseconds } from "../../format.js";
import { html } from "../../html.js";

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
