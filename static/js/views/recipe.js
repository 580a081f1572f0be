// The recipe as pseudo-code, with the line that the chosen candidate is at.
import { marked } from "../glossary.js";
import { html, useEffect, useMemo, useRef } from "../html.js";
import { Toolbar } from "../kit/controls/toolbar.js";
import { panel } from "../kit/panel.js";
import { Marked } from "../kit/term.js";
import { Candidate } from "./candidate.js";

export const Recipe = panel((view) => {
  const looked = view.looking();
  return html`<${Steps} key=${looked.recipe} ...${view} looked=${looked} />`;
}, factsOf);

function Steps({ looked, ...view }) {
  const { state } = view;
  const recipe = state.recipes?.[looked.recipe];
  const texts = useMemo(() => marked((recipe?.steps ?? []).map(({ text }) => text)), [recipe]);
  if (!recipe) return view.here.instead ? html`<${view.here.instead} ...${view} />` : null;
  const id = looked.actor;
  const candidate = state.candidates[id];
  return html`
    <section class="recipe" tabindex="0" aria-label="Recipe">
      <h2>The recipe${candidate ? html`, as <b>${id}</b> runs it` : ""}</h2>
      <${Toolbar} label="Words of the recipe" look="loose"><ol>
        ${recipe.steps.map((step, index) => html`<${Step} key=${step.step} ...${step} parts=${texts[index]} number=${index + 1}
          on=${candidate?.process !== "exited" && candidate?.step === step.step} candidate=${candidate} />`)}
      </ol><//>
      <${Candidate} ...${view} />
      <p class="source">${recipe.title}. ${recipe.source}</p>
    </section>
  `;
}

/** The chosen candidate's facts come from everywhere, and so does what stands instead of a recipe. */
function factsOf({ state, chosen, looking }) {
  const { recipe, actor } = looking();
  const shown = state.recipes?.[recipe];
  return shown && !chosen.candidate ? [shown, actor, state.candidates[actor]] : null;
}

function Step({ step, parts, sentence, number, on, candidate }) {
  const frozen = on && candidate.process === "paused";
  const line = useRef(null);
  useEffect(() => (on ? keepInSight(line.current) : undefined), [on]);
  return html`
    <li ref=${line} class=${`step ${on ? "on" : ""} ${frozen ? "frozen" : ""}`} title=${sentence}
      aria-current=${on ? "step" : undefined} data-testid="recipe-step" data-step=${step} data-on=${String(on)}>
      <span class="step-number">${number}</span><span><${Marked} parts=${parts} />${frozen && html` <em>frozen here</em>`}</span>
    </li>
  `;
}

/** Scroll the panel, and only the panel, so that the line shows; again whenever the panel gets lower. */
function keepInSight(line) {
  const panel = line.closest(".column-panel");
  const observer = new ResizeObserver(() => {
    const [inner, outer] = [line, panel].map((element) => element.getBoundingClientRect());
    panel.scrollTop += Math.max(0, inner.bottom - outer.bottom) - Math.max(0, outer.top - inner.top);
  });
  observer.observe(panel);
  return () => observer.disconnect();
}
