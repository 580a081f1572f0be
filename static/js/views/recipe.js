// The recipe as pseudo-code, with the line that the chosen candidate is at.
import { html, useEffect, useRef } from "../html.js";
import { Candidate } from "./candidate.js";
import { Shape } from "./shape.js";

export function Recipe(view) {
  const { state } = view;
  const recipe = state.recipes?.[view.recipe];
  if (!recipe) return view.here.id === "election" ? html`<${Shape} ...${view} />` : null;
  const id = view.actor;
  const candidate = state.candidates[id];
  return html`
    <section class="recipe panel-recipe" tabindex="0" aria-label="Recipe">
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

function Step({ step, text, sentence, number, on, candidate }) {
  const frozen = on && candidate.process === "paused";
  const line = useRef(null);
  useEffect(() => (on ? keepInSight(line.current) : undefined), [on]);
  return html`
    <li ref=${line} class=${`step ${on ? "on" : ""} ${frozen ? "frozen" : ""}`} title=${sentence}
      aria-current=${on ? "step" : undefined} data-testid="recipe-step" data-step=${step} data-on=${String(on)}>
      <span class="step-number">${number}</span><span>${text}${frozen && html` <em>frozen here</em>`}</span>
    </li>
  `;
}

/** Where the panel is too low for all lines: within the panel alone, and whenever it gets lower. */
function keepInSight(line) {
  const panel = line.closest(".recipe");
  const observer = new ResizeObserver(() => {
    const [inner, outer] = [line, panel].map((element) => element.getBoundingClientRect());
    panel.scrollTop += Math.max(0, inner.bottom - outer.bottom) - Math.max(0, outer.top - inner.top);
  });
  observer.observe(panel);
  return () => observer.disconnect();
}
