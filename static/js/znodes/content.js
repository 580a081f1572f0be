// The data of the chosen znode: shown as text, JSON or hex, unpacked from gzip, and edited.
import { count } from "../format.js";
import { html, useEffect, useMemo, useState } from "../html.js";
import { Radios } from "../kit/controls/radios.js";
import { baseOf } from "../paths.js";
import { copy, download } from "./browser.js";
import { fromBase64, gunzip } from "./bytes.js";
import { draftOf, keepDraft, savedOf } from "./drafts.js";
import { Editor } from "./editor.js";
import { FORMS, formsOf, whyNotEdit } from "./forms.js";
import { draftFrom, undo } from "./saving.js";

const SHOWN = 100_000; // characters; the rest on a click

let wished = null; // the path of the znode that will be edited as soon as its data is there

export function Content(view) {
  const { path, znode } = view;
  const bytes = useMemo(() => fromBase64(znode.data?.base64 ?? ""), [znode.data?.base64]);
  const unpacked = useUnpacked(bytes);
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

/** Return the unpacked bytes; null if they are not gzip, undefined until that is known. */
function useUnpacked(bytes) {
  const [unpacked, set] = useState(/** @type {Uint8Array | null | undefined} */ (undefined));
  useEffect(() => {
    let current = true;
    gunzip(bytes).then((content) => current && set(content));
    return () => ((current = false), set(undefined));
  }, [bytes]);
  return unpacked;
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
  const copyText = async () => {
    const done = await copy(FORMS[form].show(content));
    actions.toast(done ? "Data copied." : "This browser does not allow copying.", done ? "good" : "bad");
  };
  return html`
    <div class="bench-bar">
      <${Radios} look="forms" label="Show data as" value=${form} pick=${want}
        among=${Object.keys(FORMS).map((name) => ({ value: name, word: name, testid: `form-${name.toLowerCase()}`, disabled: !forms.includes(name) }))} />
      ${unpacked && html`<button class="filter only" aria-pressed=${!isPacked} data-testid="gzip"
        title="The data is gzip: show what is in it, or its own bytes"
        onClick=${() => setPacked(!isPacked)}>gzip, unpacked</button>`}
      <span class="soft number" data-testid="size">${sizeWords(bytes, content)}</span>
      <span class="spring"></span>
      <button onClick=${copyText} data-testid="copy-data">Copy</button>
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
