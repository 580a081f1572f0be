// A part of the tree as a file: exported, and imported after a preview of what that would do.
import { bothEnds, count, plural } from "../format.js";
import { html, useState } from "../html.js";
import { useLater } from "../kit/asked.js";
import { Dialog } from "../kit/dialog.js";
import { baseOf } from "../paths.js";
import { query } from "../rest.js";
import { download } from "./browser.js";
import { Guard, confirmed, isUnlocked } from "./guarded.js";

const PAUSE_MS = 300; // while the reader types a path

const MODES = {
  refuse: "stop if anything there differs",
  skip: "leave what is there as it is",
  overwrite: "overwrite what differs",
};

/** Download a znode and all below it as JSON. */
export async function exportBelow({ actions }, path) {
  const document = await actions.attempt("export", "GET", query("znodes/export", { path }));
  if (!document) return;
  const { znodes, left_out: missing } = document;
  download(`${path === "/" ? "root" : baseOf(path)}.json`, JSON.stringify(document, null, 1), "application/json");
  const without = missing.length ? `; ${plural(missing.length, "znode")} could not be read and ${missing.length === 1 ? "is" : "are"} left out` : "";
  actions.toast(`${plural(znodes.length, "znode")} of ${path} exported${without}.`, missing.length ? "bad" : "good");
}

export function Import(view) {
  const { chosen, page, actions, close } = view;
  const [form, set] = useState({ path: chosen.znode ?? "/", document: null, name: "", mode: "refuse", word: "" });
  const [plan, setPlan] = useState(null);
  const [told, tell] = useState(null); // why the last attempt was refused
  const change = (changes) => (setPlan(null), tell(null), set({ ...form, ...changes }));
  useDryRun(form, told, actions, setPlan);
  const ready = form.document && plan?.counts && !plan.refused && isUnlocked(form.path, form.word) && !page.busy.has("import");
  const refused = ({ message, answer }) => (setPlan(null), tell({ message, ...answer }));
  const submit = (event) => (event.preventDefault(), ready && run(view, form, plan, refused));
  return html`
    <${Dialog} title="Import znodes" close=${close}>
      <form onSubmit=${submit}>
        <${File} form=${form} change=${change} actions=${actions} />
        <label>Import as<input data-testid="import-path" value=${form.path} required pattern="/.*" spellcheck="false"
          autocomplete="off" onInput=${(event) => change({ path: event.target.value })} /></label>
        <label>If a znode exists already<select data-testid="import-mode" value=${form.mode} onChange=${(event) => change({ mode: event.target.value })}>
          ${Object.entries(MODES).map(([mode, does]) => html`<option key=${mode} value=${mode}>${does}</option>`)}</select></label>
        <${Guard} path=${form.path} word=${form.word} setWord=${(word) => change({ word })} />
        ${told && html`<${Told} ...${told} />`}
        ${plan && html`<${Plan} plan=${plan} />`}
        <${Buttons} ...${view} plan=${plan} ready=${ready} />
      </form>
    <//>
  `;
}

function Buttons({ page, plan, ready, close }) {
  const some = ready ? plan.counts.creates + plan.counts.overwrites : 0;
  return html`
    <div class="buttons">
      <button type="button" onClick=${close}>Cancel</button>
      <button class="primary" data-testid="import-confirm" disabled=${!some} title=${plan?.refused}
        aria-busy=${page.busy.has("import")}>Import ${some ? ` ${plural(some, "znode")}` : ""}</button>
    </div>
  `;
}

function File({ form, change, actions }) {
  const take = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    try {
      const document = JSON.parse(await file.text());
      change({ document, name: file.name, path: document.path ?? form.path });
    } catch (error) {
      actions.toast(`${file.name} is not JSON: ${error.message}`);
    }
  };
  return html`<label class="file">A file exported here<input type="file" accept=".json,application/json" data-testid="import-file" onChange=${take} /></label>`;
}

/** Preview what the import would do, after every change of the form, and after a refusal. */
function useDryRun({ path, document, mode, word }, told, actions, setPlan) {
  const ask = (isCurrent) => {
    if (!document || !isUnlocked(path, word)) return;
    const take = (counts) => isCurrent() && counts && setPlan({ counts, refused: counts.refused?.message });
    const refused = (error) => isCurrent() && setPlan({ refused: error.message });
    const body = { path, document, mode, dry_run: true, ...confirmed(path, word) };
    actions.attempt("dry-run", "POST", "znodes/import", body, refused).then(take);
  };
  useLater(ask, [path, document, mode, word, told], PAUSE_MS);
}

function Plan({ plan: { counts, refused } }) {
  const rows = counts && [
    [counts.creates, refused ? "do not exist yet" : "will be created"],
    [counts.overwrites, "will be overwritten"],
    [counts.skips, "differ and stay as they are"],
    [counts.differ - counts.overwrites - counts.skips, "exist already, and differ"],
    [counts.same, "are equal already"],
    [counts.ephemerals, "are left out: they belonged to a session"],
  ];
  return html`
    ${refused && html`<p class="bench-warning" role="alert" data-testid="import-refused">${refused}</p>`}
    ${rows && html`<ul class="plan" data-testid="import-plan" data-creates=${counts.creates} data-overwrites=${counts.overwrites}>
      ${rows.filter(([number]) => number).map(([number, does]) => html`<li><b class="number">${count(number)}</b> ${does}</li>`)}</ul>`}
    ${counts?.conflicts.length > 0 && html`<details open=${Boolean(refused)}><summary>Which differ</summary><ul class="conflicts" data-testid="import-conflicts">${counts.conflicts.map((path) =>
      html`<li><code title=${path}><bdi>${bothEnds(path)}</bdi></code></li>`)}</ul></details>`}
  `;
}

/** Say what changed between the preview and the import; the next preview shows the state now. */
function Told({ message, changed = [], changed_count: all }) {
  return html`
    <div class="bench-warning" role="alert" data-testid="import-told"><p>${message}</p>
      ${changed.length > 0 && html`<ul class="conflicts">${changed.map(({ path, was, now }) =>
        html`<li key=${path} data-testid="import-changed"><code title=${path}><bdi>${bothEnds(path)}</bdi></code> ${changeWords(was, now)}</li>`)}
        ${all > changed.length && html`<li>and ${count(all - changed.length)} more</li>`}</ul>`}</div>
  `;
}

function changeWords(was, now) {
  const [before, after] = [was, now].map((seen) => (!seen ? "not there" : seen.hidden ? "hidden by its ACL" : `at version ${seen.version}`));
  const text = now?.text && html`: <q><bdi>${now.text}</bdi></q>`;
  return html`was ${before}, is now ${after}${text}`;
}

/** Import what the preview showed, or nothing: `seen` says how each znode was. */
async function run({ actions, choose }, { path, document, mode, word }, { counts }, refused) {
  const body = { path, document, mode, expect: counts.overwrites, seen: counts.seen, ...confirmed(path, word) };
  const done = await actions.attempt("import", "POST", "znodes/import", body, refused);
  if (done) choose({ dialog: null, znode: path, tab: "stage" });
}
