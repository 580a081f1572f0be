// The dialog that creates a znode of any kind. It says first what it will create, and how long that lives.
import { html, useRef, useState } from "../html.js";
import { Dialog } from "../kit/dialog.js";
import { KindIcon } from "../kit/parts.js";
import { join, parentOf } from "../paths.js";
import { toBase64 } from "./forms.js";
import { dropDraft } from "./drafts.js";
import { Guard, confirmed, isUnlocked } from "./guarded.js";
import { KINDS, hasTtl, iconOf, isEphemeral, isNumbered } from "./kinds.js";

const ACLS = {
  usual: { word: "as for all that Handoff creates: --acl, otherwise open", acl: undefined },
  open: { word: "everybody may do everything", acl: [{ scheme: "world", id: "anyone", perms: "cdrwa" }] },
  read: {
    word: "everybody reads, the workbench's credentials do the rest",
    acl: [{ scheme: "world", id: "anyone", perms: "r" }, { scheme: "auth", id: "", perms: "cdrwa" }],
  },
  own: { word: "only the workbench's credentials", acl: [{ scheme: "auth", id: "", perms: "cdrwa" }] },
};

export function Create(view) {
  const { chosen, choose, page, actions, close } = view;
  const [form, set] = useState(() => blank(chosen));
  const [problem, say] = useState(null);
  const sent = useRef(false); // a double click makes one
  const change = (changes) => (say(null), set({ ...form, ...changes }));
  const submit = async (event) => {
    event.preventDefault();
    if (sent.current) return;
    sent.current = true;
    const made = await actions.attempt("create", "POST", "znodes", bodyOf(form), ({ message }) => say(message));
    sent.current = Boolean(made);
    if (!made) return;
    if (chosen.ask?.text !== undefined) dropDraft(chosen.ask.path);
    choose({ dialog: null, ask: null, znode: made.path, tab: "stage" });
  };
  return html`
    <${Dialog} title="Create a znode" close=${close}>
      <form onSubmit=${submit} class="create">
        <label>Path<${Path} form=${form} change=${change} /></label>
        <${Kinds} form=${form} change=${change} />
        ${hasTtl(form.kind) && html`<label>Lives for, in seconds<input type="number" min="0.001" step="any" required data-testid="create-ttl"
          value=${form.ttl} onInput=${(event) => change({ ttl: event.target.value })} /></label>`}
        <${DataField} form=${form} change=${change} />
        <label>ACL<select data-testid="create-acl" value=${form.acl} onChange=${(event) => change({ acl: event.target.value })}>
          ${Object.entries(ACLS).map(([id, { word }]) => html`<option key=${id} value=${id}>${word}</option>`)}</select></label>
        <label class="check"><input type="checkbox" data-testid="create-parents" checked=${form.parents}
          onChange=${(event) => change({ parents: event.target.checked })} /> Create missing parents (persistent) too</label>
        <${Guard} path=${form.path} word=${form.word} setWord=${(word) => change({ word })} />
        <p class="soft" data-testid="create-says">${says(form, view.state)}</p>
        ${problem && html`<p class="bench-warning" role="alert" data-testid="create-problem">${problem}</p>`}
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid="create-confirm" aria-busy=${page.busy.has("create")}
            disabled=${!isUnlocked(form.path, form.word)}>Create</button>
        </div>
      </form>
    <//>
  `;
}

function blank({ ask, znode }) {
  const path = ask?.path ?? join(znode ?? "/", "");
  return { path, kind: "persistent", ttl: "60", text: ask?.text ?? "", file: null, acl: "usual", parents: false, word: "" };
}

function bodyOf({ path, kind, ttl, text, file, acl, parents, word }) {
  return {
    path,
    kind,
    data: file ? { base64: file.base64 } : { text },
    parents,
    ...(hasTtl(kind) ? { ttl_ms: Math.round(Number(ttl) * 1000) } : {}),
    ...(ACLS[acl].acl ? { acl: ACLS[acl].acl } : {}),
    ...confirmed(path, word),
  };
}

/** Draw the path; a numbered znode's may end in a slash: its name is the number. */
function Path({ form, change }) {
  const pattern = isNumbered(form.kind) ? "/.*" : "/.*[^\\/]";
  return html`<input data-testid="create-path" value=${form.path} required pattern=${pattern} autofocus spellcheck="false"
    autocomplete="off" title="A path that begins with / and ends with a name"
    onFocus=${({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
    onInput=${(event) => change({ path: event.target.value })} />`;
}

function Kinds({ form, change }) {
  return html`
    <fieldset class="kinds" role="radiogroup"><legend>Kind</legend>
      ${KINDS.map(({ kind, word, does }) => html`<label key=${kind} class="kind-choice" title=${does}>
        <input type="radio" name="kind" value=${kind} checked=${form.kind === kind} data-testid=${`create-${kind}`}
          onChange=${() => change({ kind })} /><${KindIcon} kind=${iconOf(kind)} /><span>${word}</span></label>`)}
    </fieldset>
  `;
}

function DataField({ form, change }) {
  const file = useRef(null);
  const take = async () => {
    const [chosen] = file.current.files;
    if (chosen) change({ file: { name: chosen.name, base64: toBase64(new Uint8Array(await chosen.arrayBuffer())) } });
  };
  return html`
    <label>Data${form.file
      ? html`<span class="bench-bar">the bytes of ${form.file.name}<button type="button" onClick=${() => change({ file: null })}>Type it instead</button></span>`
      : html`<textarea data-testid="create-data" rows="3" value=${form.text} spellcheck="false" onInput=${(event) => change({ text: event.target.value })}></textarea>`}</label>
    ${!form.file && html`<label class="file">or the bytes of a file <input type="file" ref=${file} onChange=${take} data-testid="create-file" /></label>`}
  `;
}

/** Say in a sentence what will be created. */
function says({ path, kind }, { workbench }) {
  if (!isNumbered(kind) && path.endsWith("/")) return `Give it a name in ${path}`;
  const { does } = KINDS.find((other) => other.kind === kind);
  const named = isNumbered(kind) ? `${path}0000000000, with the next number in ${parentOf(path)}` : path;
  const session = isEphemeral(kind)
    ? ` The session is the workbench's own${workbench?.session ? `, ${workbench.session}` : ", which begins now"}; the znode is deleted when the session ends.`
    : "";
  return `Creates ${named}. It ${does}.${session}`;
}
