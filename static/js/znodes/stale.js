// The dialog for a save that would overwrite somebody else's: both values side by side, and three ways on.
import { plural } from "../format.js";
import { html, useMemo } from "../html.js";
import { Dialog } from "../kit/dialog.js";
import { useAsync } from "../kit/asked.js";
import { fromBase64, gunzip } from "./bytes.js";
import { folded, sideBySide } from "./diff.js";
import { draftOf, dropDraft } from "./drafts.js";
import { FORMS, formsOf } from "./forms.js";
import { rebase, save } from "./saving.js";
import { Sure } from "./sure.js";

export function Stale(view) {
  const { chosen, close } = view;
  const { path } = chosen.ask;
  const draft = draftOf(path);
  if (!draft?.against) return null;
  if (draft.against.gone) return html`<${Gone} ...${view} path=${path} draft=${draft} />`;
  return html`<${Both} ...${view} path=${path} draft=${draft} now=${draft.against.stale} close=${close} />`;
}

function Both(view) {
  const { path, draft, now, close } = view;
  const theirs = useTheirs(draft, now);
  const takeTheirs = () => (dropDraft(path), close());
  const goOn = () => (rebase(path, now), close());
  const overwrite = () => (rebase(path, now), close(), save(view, path));
  const { version } = now.stat;
  const began = draft.began ?? draft.base;
  return html`
    <${Dialog} title="Somebody wrote it meanwhile" close=${close}>
      <p><code><bdi>${path}</bdi></code> is now at version <b>${version}</b>, you began
        with <b>${began.version}</b>${madeAgain(began, now)}. Nothing was saved, and nothing is lost.</p>
      <${Sides} theirs=${theirs} mine=${draft.text} version=${version} />
      <div class="buttons">
        <${Sure} testid="stale-theirs" asks="Really drop what you typed?" run=${takeTheirs}>Keep theirs<//>
        <${Sure} testid="stale-overwrite" asks=${`Really write over version ${version}?`} run=${overwrite}>Write mine over version ${version}<//>
        <button class="primary" data-testid="stale-edit" onClick=${goOn} autofocus>Go on editing mine</button>
      </div>
    <//>
  `;
}

/** Say that it is another znode of the same name, which begins at version 0 again. */
function madeAgain(began, { stat }) {
  return stat.czxid === began.czxid ? "" : "; it was deleted and created again";
}

/** Return their text in the form in which mine was edited, if that form can show it. */
function useTheirs({ form, packed }, { data }) {
  const bytes = useMemo(() => fromBase64(data?.base64 ?? ""), [data?.base64]);
  const unpacked = useAsync(() => (packed ? gunzip(bytes) : null), [bytes, packed]);
  const content = unpacked ?? bytes;
  return useMemo(() => FORMS[FORMS[form].shows(content) ? form : formsOf(content)[0]].edit(content), [form, content]);
}

function Sides({ theirs, mine, version }) {
  const rows = useMemo(() => folded(sideBySide(theirs, mine)), [theirs, mine]);
  return html`
    <div class="both" data-testid="both" tabindex="0">
      <b>Theirs, version ${version}</b><b>Yours, not saved</b>
      ${rows.map(({ left, right, equal }) => equal ? html`<p class="equal">${plural(equal, "line")} the same</p>` : html`<${Line} text=${left} is="left" differs=${left !== right} />
        <${Line} text=${right} is="right" differs=${left !== right} />`)}
    </div>
  `;
}

function Line({ text, is, differs }) {
  const mark = differs && text !== null ? (is === "left" ? "−" : "+") : " ";
  return html`<pre class=${`${is} ${differs ? "differs" : ""} ${text === null ? "none" : ""}`}
    data-side=${is}><i aria-hidden="true">${mark}</i>${text ?? ""}</pre>`;
}

function Gone({ path, draft, choose, close }) {
  const again = () => choose({ dialog: "create-znode", ask: { path, text: draft.text } });
  const drop = () => (dropDraft(path), close());
  return html`
    <${Dialog} title="It no longer exists" close=${close}>
      <p><code><bdi>${path}</bdi></code> was deleted after you began with version ${draft.base.version}. What you
        typed is kept.</p>
      <div class="buttons">
        <${Sure} testid="gone-drop" asks="Really drop what you typed?" run=${drop}>Drop mine<//>
        <button data-testid="gone-again" onClick=${again}>Create it again …</button>
        <button class="primary" onClick=${close} autofocus>Keep what I typed</button>
      </div>
    <//>
  `;
}
