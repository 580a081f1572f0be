// The last handoffs on one scale, the newest first, so that they can be compared.
import { cut, milliseconds, shortZnode } from "../../../format.js";
import { html } from "../../../html.js";
import { scaleOf } from "../../../kit/scale.js";
import { endOf, phasesOf } from "./phases.js";

const LONGEST_NAME = 16;

/** Draw the handoffs. all: as the state has them, the newest first; one that is under way is the first. */
export function Compared({ all, now }) {
  const rows = all.map((handoff) => ({ handoff, ...spansOf(phasesOf(handoff, now)) }));
  const scale = scaleOf(rows.flatMap(({ spans }) => spans.flatMap(({ from, to }) => [from, to])));
  return html`
    <ol class="handoffs" aria-label="The last handoffs, the newest first" data-axis=${scale.isLog ? "log" : "even"} data-testid="handoffs">
      ${rows.map(({ handoff, spans, total }) => html`<${Row} handoff=${handoff} spans=${spans} total=${total} scale=${scale} />`)}
    </ol>
    <${Axis} ...${scale} />
  `;
}

/** Return what is known as spans, {phase, from, to} in milliseconds since the first moment, and where the last one ends. */
function spansOf(phases) {
  let total = 0;
  const spans = phases.flatMap(({ phase, ms, open }) => (ms === undefined ? [] : [{ phase, open, from: total, to: (total += ms) }]));
  return { spans, total: spans.length ? total : null };
}

function Row({ handoff, spans, total, scale }) {
  const [before, after] = [nameOf(handoff, "from"), nameOf(handoff, "to")];
  const known = spans.map(({ phase, from, to }) => `${phase} ${milliseconds(to - from)}`).join(", ");
  return html`
    <li data-testid="handoff-row" data-of=${handoff.from_znode}>
      <span class="handoffs-who" title=${`${before} → ${after}`}><bdi>${cut(before, LONGEST_NAME)}</bdi> → <bdi>${cut(after, LONGEST_NAME)}</bdi>
        <span class="soft">${endOf(handoff)}</span></span>
      <span class="handoffs-bar" role="img" aria-label=${known || "not observed"}>${spans.map(
        (span) => html`<${Span} key=${span.phase} ...${span} scale=${scale} />`,
      )}</span>
      <span class="number">${total === null ? "not observed" : milliseconds(total)}</span>
    </li>
  `;
}

function Span({ phase, open, from, to, scale: { share } }) {
  const percent = (part) => `${(100 * part).toFixed(2)}%`;
  return html`<i class=${`handoffs-span phase-${phase} ${open ? "open" : ""}`} data-span=${phase}
    style=${{ left: percent(share(from)), width: percent(share(to) - share(from)) }}></i>`;
}

function nameOf(handoff, end) {
  return handoff[`${end}_name`] ?? (shortZnode(handoff[`${end}_znode`]) || "nobody yet");
}

/** Draw the axis; a tick that would touch the end is left out. */
function Axis({ isLog, share, ticks }) {
  return html`
    <p class="handoffs-axis" data-testid="handoffs-axis"><span class="soft">${isLog ? "log axis: each mark 10 times the last" : ""}</span>
      <span class="handoffs-bar" aria-hidden="true">${ticks.map(
        (ms) => html`<span class="handoffs-tick" key=${ms} style=${{ left: `${100 * share(ms)}%` }}>${tickOf(ms)}</span>`,
      )}</span></p>
  `;
}

function tickOf(ms) {
  return ms >= 1000 ? `${Number((ms / 1000).toPrecision(2))} s` : `${Number(ms.toPrecision(2))} ms`;
}


