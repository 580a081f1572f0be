// Editing the data of a znode. What others write meanwhile is told at once; saving never goes over it.
import { html, useEffect, useMemo, useRef } from "../../html.js";
import { changeDraft, draftOf, dropDraft, isChanged } from "./drafts.js";
import { Guard, isUnlocked } from "./guarded.js";
import { save, whyNotSave } from "./saving.js";
import { Sure } from "./sure.js";

export function Editor(view) {
  const { path, choose } = view;
  const draft = draftOf(path);
  const field = useRef(null);
  const why = useMemo(() => whyNotSave(draft), [draft.text, draft.start, draft.form]);
  const change = (changes) => (changeDraft(path, changes), choose({}));
  const ready = !why && !draft.busy && isUnlocked(path, draft.word);
  const keys = (event) => {
    const saves = (event.ctrlKey || event.metaKey) && /^(s|Enter)$/i.test(event.key);
    if (saves) event.preventDefault();
    if (saves && ready) save(view, path);
    if (event.key === "Escape") field.current.blur();
  };
  useEffect(() => draft.takesFocus && field.current.focus({ preventScroll: true }), []);
  return html`
    <${Meanwhile} ...${view} draft=${draft} />
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
        run=${() => (dropDraft(path), choose({}))}>Cancel<//>
      <button class="primary" data-testid="save" title="Save (Ctrl+S)" disabled=${!ready} aria-busy=${draft.busy}
        onClick=${() => save(view, path)}>Save</button>
    </div>
  `;
}

/** What began as JSON may become something else, if that is meant. */
function Checked({ draft: { form, isJson = form === "JSON" }, change }) {
  if (!isJson) return null;
  const turn = () => change({ isJson, form: form === "JSON" ? "text" : "JSON" });
  return html`<button class="filter only" aria-pressed=${form === "JSON"} data-testid="check-json" onClick=${turn}
    title="Save it only if it is JSON; laid out as it was before">must be JSON</button>`;
}

function stateWords(draft, why) {
  if (why && isChanged(draft)) return why;
  const form = draft.packed ? `${draft.form}, packed again by gzip` : draft.form;
  return `${form}, on top of version ${draft.base.version}${isChanged(draft) ? "; not saved yet" : ""}`;
}

function Meanwhile({ path, znode, error, draft, choose }) {
  const show = () => {
    if (!isChanged(draft)) return (dropDraft(path), choose({}));
    changeDraft(path, { against: { stale: znode } });
    return choose({ dialog: "stale-znode", ask: { path } });
  };
  if (error)
    return html`<p class="bench-warning" role="alert" data-testid="meanwhile">${error} What you typed is kept
      here.</p>`;
  if (znode.stat.mzxid === draft.base.mzxid || draft.busy) return null;
  return html`
    <p class="bench-warning" role="alert" data-testid="meanwhile">Somebody has written it meanwhile: it is at version
      ${" "}${znode.stat.version} now, you began with ${draft.base.version}. <button data-testid="show-both"
        onClick=${show}>${isChanged(draft) ? "Show both" : "Show it"}</button></p>
  `;
}
