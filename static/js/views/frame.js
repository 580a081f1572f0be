// The frame of a view's stage: the sentence, the picture, what it shows and what to do next, what can be done, the last round. Its boxes keep their places and sizes,
// whatever is in them.
import { html } from "../html.js";
import { Bar } from "../kit/controls/bar.js";
import { Hint } from "../kit/hint.js";
import { LegendButton } from "../kit/legend.js";
import { PastSign } from "../kit/past.js";
import { Story } from "../kit/story.js";

/**
 * Draw the frame. of: the entry whose story is told; checks: its verdicts, drawn at the picture's top right; reasons: what is open or broken; legend: [[sample, words]];
 * controls: the row of a view that has a row of its own; round: the last one, in true proportion; children: the picture.
 */
export function Frame({ of, checks, reasons, legend, controls, round, children, ...view }) {
  return html`
    <${Story} of=${of} state=${view.state} clock=${view.clock} />
    <div class="picture" data-picture data-testid="picture">
      ${children}
      ${checks && html`<div class="checks">${checks}</div>`}
    </div>
    <div class="caption">${legend && html`<${LegendButton} of=${legend} />`}${reasons}<${Hint} ...${view} /></div>
    <div class="deeds">${controls ?? html`<${Bar} ...${view} />`}${!view.guide.shown() && html`<${PastSign} ...${view} />`}</div>
    ${round && html`<div class="round">${round}</div>`}
  `;
}
