// What each death cost, as a table: one column per strategy, in the order above it.
import { wordFor } from "../../glossary.js";
import { html } from "../../html.js";
import { Term } from "../../kit/term.js";
import { FIGURES, STRATEGIES, figureOf } from "./strategies.js";

const WITNESS = {
  server: "counted by ZooKeeper itself",
  reported: "reported by the candidates",
};

/** Say how a death's figures are known; ZooKeeper says since 3.9 which transaction fires a notification. */
function witness(death) {
  const proven = typeof death?.proven === "number" ? `; ${death.proven} of the notifications carry the zxid of this very death` : "";
  return death && `${WITNESS[death.evidence]}${proven}`;
}

export function Figures({ state }) {
  const deaths = state.comparison.deaths ?? {};
  if (!STRATEGIES.some((strategy) => deaths[strategy])) return null;
  return html`
    <table class=${`figures struck ${state.comparison.measuring ? "later" : ""}`} data-testid="figures">
      <caption class="sr">What one death cost under each strategy</caption>
      <thead><tr><td></td>${STRATEGIES.map(
        (strategy) => html`<th key=${strategy} scope="col" class=${`tone-${strategy}`}>${strategy}</th>`,
      )}</tr></thead>
      <tbody>
        ${FIGURES.map((figure) => html`
          <tr key=${figure.name}><th scope="row" title=${figure.means}>${wordFor(figure.word) ? html`<${Term} text=${figure.word} />` : figure.word}</th>
            ${STRATEGIES.map(
              (strategy) => html`<td key=${strategy} class="number" data-testid=${`figure-${strategy}-${figure.name}`}
              data-value=${figureOf(figure, deaths[strategy])}>${deaths[strategy] ? figure.show(figureOf(figure, deaths[strategy])) : ""}</td>`,
            )}</tr>`)}
        <tr><th scope="row" title="How the notifications and the watches are known">evidence</th>
          ${STRATEGIES.map(
            (strategy) => html`<td key=${strategy} class="soft" title=${witness(deaths[strategy])}
              data-testid=${`figure-${strategy}-evidence`}>${deaths[strategy]?.evidence ?? ""}</td>`,
          )}</tr>
      </tbody>
    </table>
  `;
}
