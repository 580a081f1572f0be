// The handoffs that are kept, as a list: which, when, how long; a click shows the moment.
import { clockTime, count, milliseconds, percent, plural, shortZnode, shortened } from "../format.js";
import { html, useMemo, useRef, useState } from "../html.js";
import { useAnswer, useSettled } from "../kit/asked.js";
import { Dialog } from "../kit/dialog.js";
import { StartUnknown } from "../kit/parts.js";
import { drawnOf, reigns, scaleOf, sorted, wholeOf } from "./listed.js";
import { call, query } from "../rest.js";
import { download } from "../znodes/browser.js";
import { replaysOf } from "./reel.js";
import { csvOf } from "./summed.js";
import { pausesOf } from "./track.js";
import { Narrowed, askedOf, windowOf } from "./window.js";

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
    href=${`api/v1/${query("handoffs", { ...asked, format: name })}`}>${name.toUpperCase()}</a>`);
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
          style=${{ left: percent(scale.share(from)), width: percent(scale.share(to) - scale.share(from)) }}></i>`,
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

const [WIDTH, HEIGHT, NAME] = [900, 26, 150];
const COLOURS = ["#5aa9e6", "#5fce8d", "#f5b83d", "#d39bff", "#4fd0c4", "#a9b8ff", "#f2a16e"];
const MOST_ROWS = 8;
const HATCHED = "leaders-hatched";
const LEAST_PX = 34; // of a stretch that has room for its name

/** Draw who led when, by the handoffs given, the runs of the dashboard, and who stands first now: leads(path). It can be saved as SVG or PNG. */
function Leaders({ handoffs, runs, leads }) {
  const picture = useRef(null);
  const all = reigns(handoffs, pausesOf(runs), runs.at(-1)?.ended, leads);
  const rows = all.slice(0, MOST_ROWS);
  if (!rows.length) return null;
  const [from, to] = [Math.min(...rows.map(({ began }) => began)), Math.max(...rows.map(({ ended }) => ended))];
  const x = (wall) => NAME + ((wall - from) / Math.max(to - from, 1)) * (WIDTH - NAME - 8);
  const height = rows.length * HEIGHT + 26;
  return html`
    <figure class="leaders">
      <svg ref=${picture} xmlns="http://www.w3.org/2000/svg" viewBox=${`0 0 ${WIDTH} ${height}`} font-family="sans-serif" font-size="12" role="img"
        aria-label="Who led when" data-testid="past-leaders">
        <${Hatching} />
        <rect width=${WIDTH} height=${height} fill="var(--panel)" rx="6" />
        ${rows.map((row, at) => html`<${Reigns} key=${row.path} ...${row} y=${at * HEIGHT + 4} x=${x} />`)}
        <text x=${NAME} y=${height - 8} fill="var(--soft)">${clockTime(from)}</text>
        <text x=${WIDTH - 8} y=${height - 8} fill="var(--soft)" text-anchor="end">${clockTime(to)}</text>
      </svg>
      <figcaption class="soft">Who led when; red: nobody led; hatched: not known, such as while no dashboard ran. ${
        all.length > rows.length && `${count(rows.length)} of ${count(all.length)} places: filter for others. `}Save as <button class="quiet" data-testid="leaders-svg"
        onClick=${() => saveSvg(picture.current)}>SVG</button><button class="quiet" data-testid="leaders-png" onClick=${() => savePng(picture.current)}>PNG</button></figcaption>
    </figure>
  `;
}

/** Define what fills the time of which nothing is known. */
function Hatching() {
  return html`<defs><pattern id=${HATCHED} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" fill="var(--faint)" /></pattern></defs>`;
}

function Reigns({ path, stretches, y, x }) {
  return html`
    <text x="10" y=${y + 16} fill="var(--ink)">${shortened(path, 20)}</text>
    ${stretches.map(({ name, from, to }, at) => html`<${Stretch} key=${at} name=${name} left=${x(from)} right=${x(to)} y=${y} />`)}
  `;
}

function Stretch({ name, left, right, y }) {
  const width = Math.max(1, right - left);
  const word = name === undefined ? "not known" : (name ?? "nobody");
  return html`
    <rect x=${left} y=${y} width=${width} height=${HEIGHT - 6} fill=${colourOf(name)}><title>${word}</title></rect>
    ${name && width > LEAST_PX && html`<text x=${left + 5} y=${y + 15} fill="#0b1117">${shortened(name, Math.floor(width / 8))}</text>`}
  `;
}

function colourOf(name) {
  if (name === undefined) return `url(#${HATCHED})`;
  return name === null ? "var(--dead)" : COLOURS[[...name].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % COLOURS.length];
}

/** Return the picture as a file: in the colours that it has now, which are the page's and not in the file. */
function fileOf(picture) {
  const tokens = getComputedStyle(picture);
  return new XMLSerializer().serializeToString(picture).replace(/var\((--[a-z]+)\)/g, (_, token) => tokens.getPropertyValue(token).trim());
}

function saveSvg(picture) {
  download("leaders.svg", fileOf(picture), "image/svg+xml");
}

async function savePng(picture) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(fileOf(picture))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const { width, height } = picture.viewBox.baseVal;
  Object.assign(canvas, { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => download("leaders.png", blob, "image/png"));
}
