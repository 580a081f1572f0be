// The data of the chosen znode: shown as text, JSON or hex, unpacked from gzip, and edited.
import { count } from "../format.js";
import { html, useEffect, useMemo, useRef, useState } from "../html.js";
import { useAsync } from "../kit/asked.js";
import { Radios } from "../kit/controls/elements.js";
import { baseOf } from "../paths.js";
import { copy, download } from "./browser.js";
import { changeDraft, draftFrom, draftOf, dropDraft, isChanged, keepDraft, save, saveAsTyped, savedOf, showBoth, undo, whyNotSave } from "./drafts.js";
import { FORMS, formsOf, fromBase64, gunzip, whyNotEdit } from "./forms.js";
import { Guard, Sure, isUnlocked } from "./guarded.js";

const SHOWN = 100_000; // characters; the rest on a click

let wished = null; // the path of the znode that will be edited as soon as its data is there

export function Content(view) {
  const { path, znode } = view;
  const bytes = useMemo(() => fromBase64(znode.data?.base64 ?? ""), [znode.data?.base64]);
  const known = useAsync(async () => ({ unpacked: await gunzip(bytes) }), [bytes]); // whether they are gzip
  const unpacked = known?.unpacked;
  const [isPacked, setPacked] = useState(false);
  const [wanted, want] = useState(null);
  const content = unpacked && !isPacked ? unpacked : bytes;
  const forms = useMemo(() => formsOf(content), [content]);
  const form = forms.includes(wanted) ? wanted : forms[0];
  const edit = () => keepDraft(path, { ...draftFrom(znode, content, form, content !== bytes), takesFocus: true });
  if (draftOf(path)) return html`<${Editor} ...${view} />`;
  if (!znode.data) return html`<p class="note" role="alert">${znode.error}</p>`;
  return html`
    <${Bar} ...${view} bytes=${bytes} content=${content} forms=${forms} form=${form} want=${want} edit=${edit}
      unpacked=${unpacked} isPacked=${isPacked} setPacked=${setPacked} />
    <${Saved} ...${view} />
    <${Shown} content=${content} form=${form} />
  `;
}

/** Begin to edit, by the key, from any tab, as soon as the data is there: the bar knows its form. */
export function beginEdit({ chosen, choose }) {
  wished = chosen.znode ?? "/";
  choose({ znodeTab: "data", tab: "stage" });
}

function Bar(view) {
  const { state, path, bytes, content, forms, form, want, edit, unpacked, isPacked, setPacked, actions } = view;
  const why = useMemo(() => whyNotEdit(form, content), [form, content]);
  useEffect(() => {
    if (unpacked === undefined) return;
    const isWished = wished === path;
    wished = null;
    if (isWished && !why && !state.read_only) edit();
  });
  return html`
    <div class="bench-bar">
      <${Radios} look="forms" label="Show data as" value=${form} pick=${want}
        among=${Object.keys(FORMS).map((name) => ({ value: name, word: name, testid: `form-${name.toLowerCase()}`, disabled: !forms.includes(name) }))} />
      ${unpacked && html`<button class="filter only" aria-pressed=${!isPacked} data-testid="gzip"
        title="The data is gzip: show what is in it, or its own bytes"
        onClick=${() => setPacked(!isPacked)}>gzip, unpacked</button>`}
      <span class="soft number" data-testid="size">${sizeWords(bytes, content)}</span>
      <span class="spring"></span>
      <button onClick=${() => copy(FORMS[form].show(content), actions, "Data copied.")} data-testid="copy-data">Copy</button>
      <button onClick=${() => download(baseOf(path), bytes)} title="Its bytes as a file">Download</button>
      ${!state.read_only && html`<button class="primary" data-testid="edit" title=${why ?? "Edit the data (v)"}
        disabled=${Boolean(why)} onClick=${edit}>Edit</button>`}
    </div>
    ${why && !state.read_only && html`<p class="note">${why}</p>`}
  `;
}

/** Offer to undo the last save, until somebody writes again. */
function Saved(view) {
  const { path, znode } = view;
  const last = savedOf(path);
  if (last?.stat.mzxid !== znode.stat.mzxid) return null;
  return html`<p class="bench-saved" role="status" data-testid="saved">Saved as version ${last.stat.version}.
    ${" "}<button data-testid="undo" onClick=${() => undo(view, path, last)}>Undo</button></p>`;
}

function sizeWords(bytes, content) {
  const own = `${count(bytes.length)} byte${bytes.length === 1 ? "" : "s"}`;
  return content === bytes ? own : `${own}, ${count(content.length)} unpacked`;
}

function Shown({ content, form }) {
  const [isWhole, setWhole] = useState(false);
  const text = useMemo(() => FORMS[form].show(content), [form, content]);
  const rest = text.length - SHOWN;
  if (!content.length) return html`<p class="note" data-testid="bench-data">It holds no data.</p>`;
  return html`
    <pre class=${`bench-data ${form}`} data-testid="bench-data" tabindex="0">${isWhole ? text : text.slice(0, SHOWN)}</pre>
    ${rest > 0 && !isWhole && html`<p class="note"><button onClick=${() => setWhole(true)}>Show ${count(rest)} more characters</button></p>`}
  `;
}

function Editor(view) {
  const { path } = view;
  const draft = draftOf(path);
  const field = useRef(null);
  const why = useMemo(() => whyNotSave(draft), [draft.text, draft.start, draft.form]);
  const change = (changes) => changeDraft(path, changes);
  const ready = !why && !draft.busy && isUnlocked(path, draft.word);
  const keys = (event) => {
    const saves = (event.ctrlKey || event.metaKey) && /^(s|Enter)$/i.test(event.key);
    if (saves) event.preventDefault();
    if (saves) saveAsTyped(view, path);
    if (event.key === "Escape") field.current.blur();
  };
  useEffect(() => draft.takesFocus && field.current.focus({ preventScroll: true }), []);
  return html`
    <${Meanwhile} ...${view} draft=${draft} />
    ${draft.over && html`<${Over} ...${view} theirs=${draft.over} />`}
    <textarea ref=${field} class="bench-edit" data-testid="bench-edit" aria-label=${`Data of ${path} as ${draft.form}`}
      spellcheck="false" autocomplete="off" value=${draft.text} onKeyDown=${keys}
      onInput=${(event) => change({ text: event.target.value })}></textarea>
    <${Guard} path=${path} word=${draft.word} setWord=${(word) => change({ word })} />
    <div class="bench-bar">
      <span class=${why && isChanged(draft) ? "wrong" : "soft"} role="status"
        data-testid="edit-state">${stateWords(draft, why)}</span>
      <span class="spring"></span>
      <${Checked} draft=${draft} change=${change} />
      <${Sure} testid="discard" asks=${isChanged(draft) && "Really discard what you typed?"}
        run=${() => dropDraft(path)}>Cancel<//>
      <${Save} draft=${draft} ready=${ready} run=${() => save(view, path)} />
    </div>
  `;
}

/** Draw the save button; it overwrites somebody else's value only after a second click that says so. */
function Save({ draft: { over, busy }, ready, run }) {
  if (!over)
    return html`<button class="primary" data-testid="save" title="Save (Ctrl+S)" disabled=${!ready} aria-busy=${busy}
      onClick=${run}>Save</button>`;
  const { version, mzxid } = over.stat;
  return html`<${Sure} key=${mzxid} testid="save" disabled=${!ready} asks=${`Really write over version ${version}?`}
    run=${run}>Write over version ${version}<//>`;
}

function Over(view) {
  const { path, theirs } = view;
  return html`<p class="bench-warning" role="status" data-testid="over">Version ${theirs.stat.version} is somebody else's, and saving
    overwrites it. <button data-testid="over-show" onClick=${() => showBoth(view, path, theirs)}>Show both</button></p>`;
}

/** Let data that began as JSON become something else, if the reader wants that. */
function Checked({ draft: { form, isJson = form === "JSON" }, change }) {
  if (!isJson) return null;
  const turn = () => change({ isJson, form: form === "JSON" ? "text" : "JSON" });
  return html`<button class="filter only" aria-pressed=${form === "JSON"} data-testid="check-json" onClick=${turn}
    title="Save only valid JSON, in its old layout">must be JSON</button>`;
}

function stateWords(draft, why) {
  if (why && isChanged(draft)) return why;
  const form = draft.packed ? `${draft.form}, packed again with gzip` : draft.form;
  return `${form}, on top of version ${draft.base.version}${isChanged(draft) ? "; not saved yet" : ""}`;
}

function Meanwhile(view) {
  const { path, znode, error, draft } = view;
  const show = () => (isChanged(draft) ? showBoth(view, path, znode) : dropDraft(path));
  if (error)
    return html`<p class="bench-warning" role="alert" data-testid="meanwhile">${error} What you typed stays
      here.</p>`;
  if (znode.stat.mzxid === draft.base.mzxid || draft.busy) return null;
  return html`
    <p class="bench-warning" role="alert" data-testid="meanwhile">Somebody wrote it meanwhile: it is now at version
      ${" "}${znode.stat.version}, you began with ${draft.base.version}. <button data-testid="show-both"
        onClick=${show}>${isChanged(draft) ? "Show both" : "Show it"}</button></p>
  `;
}
