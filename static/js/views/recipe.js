// The recipe as pseudo-code, with the line that the chosen candidate is at.
import { html } from "../html.js";
import { Candidate } from "./candidate.js";

export function Recipe(view) {
  const { state, election, chosen } = view;
  const recipe = election && state.recipes?.[election.strategy];
  if (!recipe) return null;
  const id = chosen.candidate in state.candidates ? chosen.candidate : firstAlive(election);
  const candidate = state.candidates[id];
  return html`
    <section class="recipe panel-recipe" aria-label="Recipe">
      <h2>The recipe${candidate ? html`, as <b>${id}</b> runs it` : ""}</h2>
      <ol>
        ${recipe.steps.map((step, index) => html`<${Step} key=${step.step} ...${step} number=${index + 1}
          on=${candidate?.process !== "exited" && candidate?.step === step.step} candidate=${candidate} />`)}
      </ol>
      <${Candidate} ...${view} />
      <p class="source">${recipe.title}. ${recipe.source}</p>
    </section>
  `;
}

/** The leader, or who is to follow it. */
function firstAlive({ chain }) {
  return chain.find(({ candidate, process }) => candidate && process !== "exited")?.candidate;
}

function Step({ step, text, sentence, number, on, candidate }) {
  const frozen = on && candidate.process === "paused";
  return html`
    <li class=${`step ${on ? "on" : ""} ${frozen ? "frozen" : ""}`} title=${sentence}
      aria-current=${on ? "step" : undefined} data-testid="recipe-step" data-step=${step} data-on=${String(on)}>
      <span class="step-number">${number}</span><span>${text}${frozen && html` <em>frozen here</em>`}</span>
    </li>
  `;
}
