// What is at a path that is not an election: shown instead of the recipe, the handoff and its invariants.
import { html } from "../../html.js";
import { aboutShape, isLed, tellingOf } from "./shapes.js";

export function Shape({ election }) {
  const about = election && tellingOf(election);
  if (!about) return null;
  return html`
    <section class="recipe" tabindex="0" aria-label="What this is" data-testid="shape-about">
      <h2>${about.is}</h2>
      <p>${about.rules}</p>
      <p class="source">${about.known}</p>
    </section>
  `;
}

/** Explain below the drawing why a shape without a leader has no handoff. */
export function Leaderless({ election }) {
  if (!election || isLed(election)) return null;
  return html`<p class="soft" data-testid="leaderless">${aboutShape(election).is}: it has no leader, so there is no handoff
    to measure, and the invariants of an election do not apply.</p>`;
}
