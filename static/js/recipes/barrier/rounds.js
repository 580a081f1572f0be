// The latest rounds: how far apart they entered and left, and how long the first had to wait.
import { milliseconds, plural } from "../../format.js";
import { html } from "../../html.js";

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
