// The dialog for a save that would overwrite somebody else's: both values side by side, and three ways on.
import { plural } from "../format.js";
import { html, useMemo } from "../html.js";
import { useAsync } from "../kit/asked.js";
import { Dialog } from "../kit/dialog.js";
import { FORMS, formsOf, fromBase64, gunzip } from "./forms.js";
import { draftOf, dropDraft, rebase, save } from "./drafts.js";
import { Sure } from "./guarded.js";

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

const SHORT = 200; // lines
const NEAR = 3;
const MOST_CELLS = 1_000_000; // of the table of a longest common subsequence

/** Return [{left, right}], the texts of lines; null if one side has none. Equal texts are the same line. */
function sideBySide(left, right) {
  const [a, b] = [left.split("\n"), right.split("\n")];
  const head = commonLength(a, b, (lines, at) => lines[at]);
  const tail = commonLength(a.slice(head), b.slice(head), (lines, at) => lines.at(-1 - at));
  const [aMiddle, bMiddle] = [a, b].map((lines) => lines.slice(head, lines.length - tail));
  return [
    ...a.slice(0, head).map(both),
    ...(aMiddle.length * bMiddle.length > MOST_CELLS ? pair(aMiddle, bMiddle) : aligned(aMiddle, bMiddle)),
    ...a.slice(a.length - tail).map(both),
  ];
}

/** Return the rows near a difference, and the others as {equal: how many}. Short texts stay whole. */
function folded(rows) {
  if (rows.length <= SHORT) return rows;
  const near = new Set(rows.flatMap(({ left, right }, at) => (left === right ? [] : around(at))));
  const shown = [];
  rows.forEach((row, at) => {
    if (near.has(at)) shown.push(row);
    else if (shown.at(-1)?.equal) shown.at(-1).equal += 1;
    else shown.push({ equal: 1 });
  });
  return shown;
}

const around = (at) => Array.from({ length: 2 * NEAR + 1 }, (_, step) => at - NEAR + step);

const both = (line) => ({ left: line, right: line });

function commonLength(a, b, lineAt) {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && lineAt(a, length) === lineAt(b, length)) length += 1;
  return length;
}

/** Put lines that only one side has opposite each other. */
function pair(left, right) {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({
    left: left[at] ?? null,
    right: right[at] ?? null,
  }));
}

function aligned(a, b) {
  const lengths = table(a, b);
  const rows = [];
  let [i, j] = [0, 0];
  let own = [[], []];
  const flush = () => (rows.push(...pair(...own)), (own = [[], []]));
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) (flush(), rows.push(both(a[i])), (i += 1), (j += 1));
    else if (j === b.length || (i < a.length && lengths[i + 1][j] >= lengths[i][j + 1])) own[0].push(a[i++]);
    else own[1].push(b[j++]);
  }
  flush();
  return rows;
}

/** Return lengths[i][j] of the longest common subsequence of a from i on and b from j on. */
function table(a, b) {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i][j] = a[i] === b[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
  return lengths;
}
