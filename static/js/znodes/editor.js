// The editor of a znode's data. It reports at once what others write meanwhile; saving never overwrites that.
import { html, useEffect, useMemo, useRef } from "../html.js";
import { changeDraft, draftOf, dropDraft, isChanged } from "./drafts.js";
import { Guard, isUnlocked } from "./guarded.js";
import { save, saveAsTyped, showBoth, whyNotSave } from "./saving.js";
import { Sure } from "./sure.js";

export function Editor(view) {
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
