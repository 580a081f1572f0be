// The handoffs that are kept, as a list: which, when, how long; a click shows the moment.
import { clockTime, count, milliseconds, plural, shortZnode } from "../format.js";
import { html, useMemo, useState } from "../html.js";
import { Dialog } from "../kit/dialog.js";
import { StartUnknown } from "../kit/start_unknown.js";
import { scaleOf } from "../kit/scale.js";
import { call, query } from "../rest.js";
import { useAnswer, useSettled } from "../kit/asked.js";
import { download } from "../znodes/browser.js";
import { Leaders } from "./leaders.js";
import { drawnOf, sorted, wholeOf } from "./listed.js";
import { Narrowed } from "./narrowed.js";
import { replaysOf } from "./reel.js";
import { csvOf } from "./summed.js";
import { askedOf, windowOf } from "./window.js";

const MOST = 1000;
const MOST_SAVED = 10_000;
const SHOWN = 200;
const PAUSE_MS = 200; // of the hand, until it is asked
const FIGURES = ["p50", "p95", "p99", "max"];
const FORMS = [
  { name: "json", kind: "application/json", write: (answer) => JSON.stringify(answer, null, 1) },
  { name: "csv", kind: "text/csv", write: ({ handoffs }) => csvOf(handoffs) },
];
const COLUMNS = [
  { name: "wall", word: "When" },
  { name: "path", word: "Where" },
  { name: "who", word: "From → to" },
  { name: "fault", word: "Fault" },
  { name: "ms", word: "Took" },
];

export function Handoffs({ state, reel, kept, chosen, choose, close }) {
  const [typed, type] = useState("");
  const [tries, tryAgain] = useState(0);
  const window = windowOf(chosen.window);
  const replays = replaysOf(reel);
  const asked = { text: useSettled(typed.trim(), PAUSE_MS), ...askedOf(window) };
  const { answer: found, error } = useAnswer(() => call("GET", query("handoffs", { ...asked, limit: MOST })), [asked.text, chosen.window, tries]);
  const [order, setOrder] = useState({ key: "wall", down: true });
  const [pinned, pin] = useState([]);
  const all = useMemo(() => (found?.handoffs ?? []).map(drawnOf), [found]);
  const listed = sorted(all, order);
  const isPinned = (row) => pinned.includes(nameOf(row));
  const rows = [...listed.filter(isPinned), ...listed.filter((row) => !isPinned(row))].slice(0, SHOWN);
  const scale = scaleOf(rows.map(wholeOf).filter((ms) => ms !== null));
  const turn = (name) => pin(pinned.includes(name) ? pinned.filter((one) => one !== name) : [...pinned, name]);
  const show = ({ seq }) => (close(), reel.show({ at: seq }));
  return html`
    <${Dialog} title="Handoffs" close=${close}>
      ${error && html`<p class="wrong" role="alert" data-testid="past-handoffs-failed">The handoffs could not be read: ${error} <button onClick=${() => tryAgain(tries + 1)}>Try again</button></p>`}
      ${found ? html`<${Figures} ...${found} />` : !error && html`<p aria-busy="true">Reading the history …</p>`}
      ${found && html`<${Leaders} handoffs=${all} runs=${kept.runs} leads=${(path) => firstAt(state, path)} />`}
      <p class="handoffs-top">
        <input type="search" placeholder="Filter: a path, a name, kill" aria-label="Filter handoffs" data-testid="past-handoffs-filter" value=${typed}
          onInput=${({ target }) => type(target.value)} spellcheck="false" />
        <${Narrowed} window=${window} choose=${choose} />
        <${Export} asked=${{ ...asked, limit: MOST_SAVED }} replays=${replays} />
      </p>
      <div class="handoffs-scroll">
      <table class="past-handoffs" data-testid="past-handoffs">
        <thead><tr>${COLUMNS.map((column) => html`<${Head} key=${column.name} ...${column} order=${order} setOrder=${setOrder} />`)}<th scope="col">phases${scale.isLog && ", log scale"}</th></tr></thead>
        <tbody>${rows.map((row) => html`<${Row} key=${nameOf(row)} row=${row} scale=${scale} show=${show} turn=${turn} isPinned=${isPinned(row)} />`)}</tbody>
      </table>
      </div>
      ${found && !rows.length && html`<p class="note">${asked.text || window ? "No handoff that is kept matches the filter." : replays ? "This recording holds no handoff." : "No handoff has been seen yet: kill a leader, or wait for one to go."}</p>`}
      ${listed.length > SHOWN && html`<p class="note">The ${count(SHOWN)} first of ${listed.length < MOST ? count(listed.length) : `the newest ${count(MOST)}`}: filter, or take the CSV.${
        listed.length < MOST ? "" : " The filter searches all that are kept."}</p>`}
      <div class="buttons"><button class="primary" data-testid="past-handoffs-close" onClick=${close}>Close</button></div>
    <//>
  `;
}

/** Offer what the filter leaves as JSON and CSV: the dashboard's answer, or that of the recording in the page. */
function Export({ asked, replays }) {
  if (replays?.isWithin)
    return FORMS.map(({ name, kind, write }) => html`<button key=${name} data-testid=${`handoffs-${name}`}
      onClick=${async () => download(`handoffs.${name}`, write(await call("GET", query("handoffs", asked))), kind)}>${name.toUpperCase()}</button>`);
  return FORMS.map(({ name }) => html`<a key=${name} class="button" data-testid=${`handoffs-${name}`} download=${`handoffs.${name}`}
    href=${`/api/v1/${query("handoffs", { ...asked, format: name })}`}>${name.toUpperCase()}</a>`);
}

function Figures({ figures, groups = [], handoffs }) {
  const [at, choose] = useState(-1); // the group that is shown; -1: all
  const shown = groups[at]?.figures ?? figures;
  const phases = Object.entries(shown);
  const pick = ({ target }) => choose(Number(target.value));
  if (!phases.length && at < 0) return html`<p class="soft">${plural(handoffs.length, "handoff")}.</p>`;
  return html`
    <p class="soft">What was observed after the fault, the mark or the lost connection, of <select aria-label="Of which handoffs" data-testid="past-groups" value=${String(at)} onChange=${pick}>
      <option value="-1">all ${count(handoffs.length)}</option>
      ${groups.map((group, index) => html`<option key=${index} value=${String(index)}>${groupName(group)}: ${count(group.count)}</option>`)}
    </select></p>
    <table class="past-figures" data-testid="past-figures">
      <thead><tr><th scope="col">until</th>${FIGURES.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}<th scope="col">of</th></tr></thead>
      <tbody>${phases.map(([phase, one]) => html`<tr key=${phase}><th scope="row">${phase}</th>
        ${FIGURES.map((name) => html`<td class="number" key=${name}>${milliseconds(one[name])}</td>`)}<td class="number">${count(one.count)}</td></tr>`)}</tbody>
    </table>
    ${!phases.length && html`<p class="note">Nobody saw when these began.</p>`}
  `;
}

function Head({ name, word, order, setOrder }) {
  const isMine = order.key === name;
  const arrow = order.down ? " ▾" : " ▴";
  return html`<th scope="col" aria-sort=${isMine ? (order.down ? "descending" : "ascending") : "none"}><button class="quiet"
    onClick=${() => setOrder({ key: name, down: isMine ? !order.down : true })}>${word}${isMine && html`<span aria-hidden="true">${arrow}</span>`}</button></th>`;
}

function Row({ row, scale, show, turn, isPinned }) {
  const ms = wholeOf(row);
  return html`
    <tr data-testid="past-handoff" data-seq=${row.seq} class=${isPinned ? "pinned" : ""}>
      <td><button class="quiet number" title="Show this moment" onClick=${() => show(row)}>${clockTime(row.wall, true)}</button></td>
      <td><code><bdi>${row.path}</bdi></code></td>
      <td><bdi>${shortZnode(row.from ?? "nobody")}</bdi> → <bdi>${shortZnode(row.to ?? "nobody")}</bdi></td>
      <td>${causeOf(row)}</td>
      <td class="number">${ms === null ? "not observed" : milliseconds(ms)}</td>
      <td class="past-bars"><span class="handoffs-bar">${row.spans.map(
        ({ phase, from, to }) => html`<i key=${phase} class=${`handoffs-span phase-${phase}`} title=${`${phase}: ${milliseconds(to - from)}`}
          style=${{ left: part(scale.share(from)), width: part(scale.share(to) - scale.share(from)) }}></i>`,
      )}</span>
        <label title="Keep it at the top, to compare"><input type="checkbox" checked=${isPinned} aria-label=${`Keep ${clockTime(row.wall)} at the top`} onChange=${() => turn(nameOf(row))} /></label></td>
    </tr>
  `;
}

/** Say what ended the leader: where nobody saw it, what was marked, or that no server listed its connection, and within how long it was lost. */
function causeOf({ fault, mark, path, phases_from: from, within_ms: within }) {
  if (mark) return html`<span title="Somebody marked it at that moment: the times count from there">marked: <bdi>${mark}</bdi></span>`;
  if (fault) return fault;
  if (from === "deleted") return html`<${StartUnknown} path=${path} />`;
  if (from !== "lost") return "not known";
  return html`<span title=${`No server listed its connection any longer; it was lost within the ${milliseconds(within)} before`}>connection lost</span>`;
}

/** Return the name of who stands first at a path. */
const firstAt = (state, path) => [state.elections, state.locks].map((section) => section?.[path]?.chain[0]?.name).find(Boolean);

const groupName = ({ fault, mark, strategy }) => [mark ? `marked: ${mark}` : (fault ?? "cause not known"), strategy].filter(Boolean).join(", ");

const nameOf = ({ seq, path }) => `${seq} ${path}`;

const part = (share) => `${(100 * share).toFixed(2)}%`;
