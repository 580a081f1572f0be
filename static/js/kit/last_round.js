// The last round of a view's subject, in true proportion, and beside it the last five on one scale.
import { count, milliseconds, percent, plural } from "../format.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { isReached } from "../servers.js";
import { Menu } from "./menu.js";
import { useTicks } from "./now.js";
import { labelled, proportioned } from "./proportion.js";

const SHOWN = 5;

/**
 * Draw the rounds; the box is always as high.
 *
 *   roundsOf   (now) => the rounds, the newest first; the first is drawn large. A round:
 *              {of, who, what?, takes?, phases, untimed?, total?, least?, facts?, ears?, label?}
 *              who, what: "c1 → c2", "killed", as html; takes: what the total is, before it: "in all"; facts: more of it, which is cut where there is no room, and whole in a sheet; ears: both in
 *              words; untimed: why no phase of it has a time; total: milliseconds, if it is not the sum; of: what it is, told from others; label: on its small bar
 *              phases: [{phase, name, title?, until, ms?, open?, toCome?, tone?}]: in a word, in full, and what ends it
 *   empty      what is said while there is none; invites: what brings one, said where somebody can act on the `state`
 *   word       of one: "handoff"; count: how many there were so far, if that is known
 */
export function LastRound({ roundsOf, state, clock, empty, invites, word, count = 0, testid = "round" }) {
  const now = clock.now();
  const rounds = roundsOf(now).slice(0, SHOWN);
  const [shown] = rounds;
  const isRunning = Boolean(shown?.phases.some(({ open }) => open));
  const [isWhole, showWhole] = useState(false);
  useTicks(isRunning ? 100 : null);
  return html`
    <div class=${`last-round ${shown ? "" : "none"}`} data-testid=${testid} data-running=${isRunning} role="group" aria-label=${`The last ${word}`}>
      ${shown ? html`
        <div class="round-one">
          <div class="round-head">
            <${Title} ...${shown} facts=${!isWhole && shown.facts} lead=${isRunning ? `This ${word}` : count > 1 ? `Last of ${plural(count, word)}` : `Last ${word}`} />
            <${Menu} name="round" look="quiet" label=${`The last ${word}s in full`} sign="more…" turned=${showWhole}>${isWhole && html`<${Whole} rounds=${rounds} />`}<//>
          </div>
          <ol class="sr" aria-label=${shown.ears ?? word}>${shown.phases.map((phase) => html`<${Heard} key=${phase.phase} ...${phase} />`)}</ol>
          <${Bar} phases=${shown.phases} untimed=${shown.untimed} least=${isRunning ? shown.least : 0} />
        </div>
        <${Five} rounds=${rounds} word=${word} />` : html`<p class="round-empty">${empty}${invites && !state.read_only && isReached(state) && ` ${invites}`}</p>`}
    </div>
  `;
}

function Title({ lead, who, what, takes, facts, phases, total = proportioned(phases).whole }) {
  const { unseen } = proportioned(phases);
  return html`
    <p class="round-title"><b>${lead}</b> <span class="round-who">${who}</span>${what && html` <span class="round-what">${what}</span>`}${
      total != null && html`${takes && html` <span>${takes}</span>`} <b class="number" data-testid="round-total">${timeOf(total, phases)}</b>`}${
      unseen.length > 0 && html` <span class="round-not">not observed: ${unseen.map(({ name }) => name).join(", ")}</span>`}${
      facts && html` <span class="round-facts">${facts}</span>`}</p>
  `;
}

/** Word a total: one decimal while it runs, so that it can be read. */
function timeOf(ms, phases) {
  return phases.some(({ open }) => open) ? `${(ms / 1000).toFixed(1)} s` : milliseconds(ms);
}

/** Say one phase: how long, and what it ended with. */
function Heard(one) {
  const { phase, ms, open, toCome } = one;
  return html`<li data-phase=${phase} data-ms=${typeof ms === "number" ? ms : undefined} class=${open ? "open" : toCome ? "to-come" : ""}>${said(one)}</li>`;
}

function said({ name, title = name, until, ms, open, toCome }) {
  const isKnown = typeof ms === "number";
  const how = open ? `${(ms / 1000).toFixed(1)} s so far, until ${until}` : isKnown ? `${milliseconds(ms)} until ${until}` : toCome ? `then until ${until}` : `not observed: ${until}`;
  return `${title}: ${how}`;
}

/** Say all that is known of the last one, and how long each of the last five took: what has no room, or none on a phone. */
function Whole({ rounds }) {
  const [{ ears, phases, facts }] = rounds;
  return html`
    <div class="round-whole" data-testid="round-whole">
      <p><b>${ears}</b></p>
      <ul>${phases.map((phase) => html`<li key=${phase.phase}>${said(phase)}</li>`)}</ul>
      ${facts && html`<div class="round-known">${facts}</div>`}
      <ol>${rounds.map((round) => html`<li key=${round.of}>${round.label && html`<b>${round.label}</b> `}${round.ears} ${round.takes} <b class="number">${lengthOf(round)}</b></li>`)}</ol>
    </div>
  `;
}

function lengthOf({ phases, total = proportioned(phases).whole }) {
  return total === null ? "not timed" : timeOf(total, phases);
}

/** Draw the last five on one linear scale. */
function Five({ rounds, word }) {
  const rows = rounds.map((round) => ({ ...round, ...proportioned(round.phases) })).map((row) => ({ ...row, whole: row.total ?? row.whole }));
  const longest = Math.max(...rows.map(({ whole }) => whole ?? 0));
  return html`
    <div class="round-five">
      <ol aria-label=${`The last ${word}s, the newest first`} data-testid="rounds">${rows.map((row) => html`<${Row} ...${row} key=${row.of} longest=${longest} />`)}</ol>
      <p class="round-axis" aria-hidden="true"><span>0</span>${rows.length > 1 && html`<span>last ${rows.length}</span>`}<span>${longest > 0 && timeOf(longest, rows.flatMap(({ phases }) => phases))}</span></p>
    </div>
  `;
}

function Row({ of, label, phases, spans, whole, longest, ears }) {
  const share = longest ? (whole ?? 0) / longest : 0;
  return html`
    <li data-testid="round-row" data-of=${of}>
      <span class="sr">${ears} </span>
      ${label && html`<span>${label}</span>`}
      <span class="round-thin" aria-hidden="true">${spans.map(({ phase, tone, open, from, to }) => html`<i key=${phase}
        class=${`${tone ? `tone-${tone}` : ""} ${open ? "open" : ""}`} data-span=${phase} style=${{ left: percent(from * share), width: percent((to - from) * share) }}></i>`)}</span>
      <span class="number">${lengthOf({ phases, total: whole })}</span>
    </li>
  `;
}

const ROOM = 0.6; // of a lens, as a part of the bar
const GAP_EM = 3.4; // between the two, for the lines and the factor
const BESIDE_EM = 0.9; // of each word

/**
 * Draw the phases of one round; what follows of one that is under way stands where the lens will be.
 * phases: [{phase, name, title?, ms?, open?, toCome?, tone?}]; untimed, least: as above and in proportion.js.
 */
function Bar({ phases, untimed, least }) {
  const [box, { width, em, widthOf }] = useMeasure();
  const { spans, lenses, unseen } = proportioned(phases.map(timed), { room: ROOM, least });
  const toCome = phases.filter((phase) => phase.toCome);
  const beside = lenses.length + (toCome.length > 0 && !lenses.length ? 1 : 0);
  const bar = Math.max(0, (width - beside * GAP_EM * em) / (1 + ROOM * beside));
  const at = (end) => lenses.find((lens) => lens.end === end);
  const drawn = { widthOf, wide: bar * ROOM };
  return html`
    <div class="round-drawing" ref=${box} aria-hidden="true">
      ${at("beginning") && html`<${Lens} key="beginning" ...${at("beginning")} ...${drawn} /><${Lines} ...${at("beginning")} />`}
      <div class="round-bar" key="bar" data-testid="round-bar" style=${{ width: `${bar}px` }}>
        <${Spans} spans=${hidden(spans, lenses)} width=${bar} widthOf=${widthOf} />
        ${!spans.length && (untimed || unseen.length > 0) && html`<p class="round-unseen">${untimed ?? "not observed"}</p>`}
      </div>
      ${at("end") && html`<${Lines} ...${at("end")} /><${Lens} key="end" ...${at("end")} ...${drawn} />`}
      ${beside > lenses.length && html`<p class="round-to-come" style=${{ width: `${bar * ROOM}px` }}>then ${toCome.map(({ name }) => name).join(", ")}</p>`}
    </div>
  `;
}

/** Return a phase with its time in words: one decimal while it runs, so that it can be read. */
function timed(phase) {
  const { ms, open } = phase;
  return { ...phase, time: typeof ms !== "number" ? null : open ? `${(ms / 1000).toFixed(1)} s …` : milliseconds(ms) };
}

/** Return the spans; those in a lens have their words there. */
function hidden(spans, lenses) {
  const within = new Set(lenses.flatMap((lens) => lens.spans.map(({ phase }) => phase)));
  return spans.map((span) => (within.has(span.phase) ? { ...span, name: "", time: "" } : span));
}

function Spans({ spans, width, widthOf }) {
  const all = labelled(spans, width, widthOf);
  return html`
    <div class="round-spans">${all.map(({ phase, name, title, time, tone, open, from, to, inside }) => html`
      <span key=${phase} class=${`round-span ${tone ? `tone-${tone}` : ""} ${open ? "open" : ""}`} data-span=${phase}
        title=${name ? `${title ?? name}: ${time}` : null} style=${{ left: percent(from), width: percent(to - from) }}>${inside}</span>`)}</div>
    <div class="round-labels">${all.map(({ phase, tone, below }) => below && html`
      <span key=${phase} class=${tone ? `tone-${tone}` : ""} style=${{ left: `${below.at}px` }}>${below.text}</span>`)}</div>
  `;
}

function Lens({ spans, widthOf, wide }) {
  return html`<div class="round-lens" data-testid="round-lens" style=${{ width: `${wide}px` }}><${Spans} spans=${spans} width=${wide} widthOf=${widthOf} /></div>`;
}

/** Draw the lines from the piece in the bar to the lens that magnifies it, and how many times; a phase that runs has no fixed factor. */
function Lines({ end, factor, spans }) {
  const [piece, lens] = end === "end" ? [0, 100] : [100, 0];
  return html`
    <div class="round-lines">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none"><path d=${`M${piece} 14L${lens} 0M${piece} 86L${lens} 100`} /></svg>
      ${!spans.some(({ open }) => open) && html`<span class="number" data-testid="round-factor">×${count(factor)}</span>`}
    </div>
  `;
}

/** Return a box's width, and what measures words in its type, as they change. */
function useMeasure() {
  const box = useRef(null);
  const [measured, set] = useState({ width: 0, em: 0, widthOf: (text) => text.length });
  useEffect(() => {
    const context = document.createElement("canvas").getContext("2d");
    const observer = new ResizeObserver(() => {
      if (!box.current) return; // the reader has left the view
      const { fontSize, fontFamily, fontWeight } = getComputedStyle(box.current);
      context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const em = Number.parseFloat(fontSize);
      set({ width: box.current.clientWidth, em, widthOf: (text) => context.measureText(text).width + BESIDE_EM * em });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return /** @type {const} */ ([box, measured]);
}
