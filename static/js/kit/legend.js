// What the signs of a drawing mean, on demand.
import { html } from "../html.js";
import { Menu } from "./menu.js";
import { Term } from "./term.js";

/** Draw the button that shows the legend. of: [[sample, words]]; a sample is an element. */
export function LegendButton({ of }) {
  return html`
    <${Menu} name="legend" look="quiet" label="Legend: what the signs mean" sign="Legend">
      <ul class="legend" aria-label="Legend">${of.map(([sample, words]) => html`<li>${sample}${words}</li>`)}</ul>
    <//>
  `;
}

export const mark = (looks) => html`<i class=${looks}></i>`;
/** Return the lines that say who stands where: the processes, and what lies on ZooKeeper's ground. */
export const lanes = (processes, ground = "what is true") => [[mark("sample of-process"), `Processes: ${processes}`], [mark("sample ground"), `ZooKeeper: ${ground}`]];
export const stroke = (looks) => html`<svg viewBox="0 0 30 8"><path class=${looks} d="M1 4h28" /></svg>`;
export const crownSign = () => html`<svg viewBox="0 0 22 16"><path class="crown-shape" d="M3 15L5 4L10 10L11 1L14 10L19 4L21 15z" /></svg>`;
export const glowSign = () => html`<svg viewBox="0 0 16 16"><circle class="glow-sample" cx="8" cy="8" r="5.5" /></svg>`;

/** Return the line of a watch with this evidence, as a sample. */
export const watch = (evidence) => stroke(`watch-sample ${evidence}`);
export const term = (text) => html`<${Term} text=${text} />`;
