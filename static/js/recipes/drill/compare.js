// Two drills compared: two reports are chosen, and the dashboard says whether they are of the same thing, and what differs.
import { plural } from "../../format.js";
import { html, useState } from "../../html.js";
import { call } from "../../rest.js";

const [REPORT, MATRIX] = ["handoff-drill/1", "handoff-matrix/1"]; // the schemas of what a drill and a matrix write
const PARTS = ["plan", "where", "rounds"];
const WANTED = "Choose a file that Save the report (JSON) has written, or the command drill --json.";
const LARGEST = 10 * 2 ** 20; // bytes of a report
const HERE = { name: "the last drill here", report: undefined };
const WORSE = ["slower", "more"];
const BETTER = ["faster", "fewer"];

export function Compare({ drill, state }) {
  const [sides, choose] = useState({ a: null, b: null }); // each {name, report}, or {name, error}
  const [last, show] = useState(/** @type {any} */ (null)); // what was found, `of` which two
  const [isBusy, busy] = useState(false);
  const put = (side) => (chosen) => choose((before) => ({ ...before, [side]: chosen }));
  const found = last?.of === sides ? last : null; // others may have been chosen meanwhile
  const isReady = Object.values(sides).every((side) => side && !side.error);
  async function run() {
    busy(true);
    show({ ...(await compared(sides)), of: sides });
    busy(false);
  }
  return html`
    <section class="drill-compare" aria-label="Compare two drills" data-testid="drill-compare">
      <h2>Compare two drills</h2>
      <${Side} letter="A" role="before" side=${sides.a} put=${put("a")} drill=${drill} />
      <${Side} letter="B" role="after" side=${sides.b} put=${put("b")} drill=${drill} />
      <button data-testid="drill-compare-run" disabled=${!isReady || isBusy || state.read_only} title=${state.read_only ? "This dashboard is read-only, or shows the past" : isReady ? "" : "Choose A and B first"} onClick=${run}>${isBusy ? "Comparing …" : "Compare"}</button>
      ${found?.error && html`<p class="drill-failed" role="alert" data-testid="drill-compare-refused">${found.error}</p>`}
      ${found?.rows && html`<${Comparison} key=${found} found=${found} />`}
    </section>
  `;
}

/** Resolve to the comparison, or to {error}. */
function compared({ a, b }) {
  return call("POST", "drills/compare", { a: a.report, b: b.report }).catch(({ message }) => ({ error: `A and B cannot be compared: ${message}` }));
}

function Side({ letter, role, side, put, drill }) {
  async function take({ target }) {
    const [file] = target.files;
    target.value = ""; // the same file, changed meanwhile, can be chosen again
    if (file) put(await reportIn(file));
  }
  const testid = `drill-compare-${letter.toLowerCase()}`;
  return html`
    <p class="drill-side"><b>${letter}</b> <span class="soft">${role}</span>
      <label class="button">Choose a report<input type="file" class="sr" accept=".json,application/json" aria-label=${`Report ${letter}, JSON`} data-testid=${testid} onChange=${take} /></label>
      ${drill.count > 0 && html`<button data-testid=${`${testid}-here`} aria-pressed=${side === HERE} onClick=${() => put(HERE)}>The last drill here</button>`}
      ${side && html`<span data-testid=${`${testid}-name`} class=${side.error ? "tone-dead" : ""} role=${side.error ? "alert" : "status"}><bdi>${side.name}</bdi>${side.error && ` ${side.error}`}</span>`}</p>
  `;
}

/** Resolve to what a file holds. */
async function reportIn(file) {
  const { name, size } = file;
  if (size > LARGEST) return { name, error: `has ${Math.ceil(size / 2 ** 20)} MB; a report has at most ${LARGEST / 2 ** 20} MB` };
  try {
    const report = JSON.parse(await file.text());
    return { name, report, error: whyNot(report) };
  } catch {
    return { name, error: "is not JSON" };
  }
}

/** Say why what a file holds is no report of a single drill; null where it is one by its parts. */
function whyNot(found) {
  const { schema } = found ?? {};
  if (schema === MATRIX) return "is the report of a matrix; here one drill is compared with another. Two matrices are compared by the command drill compare A.json B.json";
  const missing = PARTS.find((part) => !Object.hasOwn(found ?? {}, part));
  if (schema === REPORT) return missing ? `is not the whole report of a drill: its ${missing} is missing. ${WANTED}` : null;
  return `is no report of a drill: it holds ${heldIn(found)}. ${WANTED}`;
}

function heldIn(found) {
  if (found === null) return "null";
  if (Array.isArray(found)) return "a list";
  if (typeof found !== "object") return `a ${typeof found}`;
  return typeof found.schema === "string" ? `what calls itself ${found.schema.slice(0, 40)}` : "something else";
}

/** Draw a comparison; of what is not the same thing, only on request. */
function Comparison({ found }) {
  const { differs, unknown, rows, within, verdict } = found;
  const [isWanted, want] = useState(!differs.length);
  return html`
    ${differs.length > 0 && html`<div class="drill-failed" role="alert" data-testid="drill-compare-differs"><b>These are not two drills of the same thing</b>
      <ul>${differs.map(({ fact, says }) => html`<li key=${fact}><bdi>${says}</bdi></li>`)}</ul>
      ${!isWanted && html`<button data-testid="drill-compare-anyway" onClick=${() => want(true)}>Compare anyway</button>`}</div>`}
    ${unknown.length > 0 && html`<p class="note">Not known of both, and not compared: <bdi>${unknown.join(", ")}</bdi></p>`}
    ${isWanted && html`
      <p class="drill-verdict" role="status" data-testid="drill-compare-verdict"><b>${verdict[0].toUpperCase()}${verdict.slice(1)}.</b></p>
      <table class="figures" data-testid="drill-compare-rows">
        <caption class="sr">Each phase of A and B, and what differs</caption>
        <thead><tr><td></td><th scope="col">A</th><th scope="col">B</th></tr></thead>
        ${rows.map((row) => html`<${Row} key=${row.name} ...${row} />`)}
      </table>
      <p class="note">Medians; the typical difference and its interval; p by Holm over all lines. A round not over within ${plural(within, "second")} counts as that.</p>`}
  `;
}

function Row({ name, word, told }) {
  const tone = WORSE.includes(word) ? "tone-dead" : BETTER.includes(word) ? "tone-new" : "";
  return html`
    <tbody data-testid=${`drill-compare-${name}`}>
      <tr><th scope="row">${name}</th><td class="number">${told.a}</td><td class="number">${told.b}</td></tr>
      <tr><td colspan="3"><b class=${tone}>${told.word}</b>${told.shift && html` <span class="number">B - A ${told.shift}</span>`}${told.p && html` <small class="number">p ${told.p.startsWith("<") ? told.p : `= ${told.p}`}</small>`}</td></tr>
    </tbody>
  `;
}
