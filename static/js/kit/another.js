// The dialog that begins another subject of the view shown, at a path that the reader types.
import { html, useState } from "../html.js";
import { Dialog } from "./dialog.js";

/**
 * Draw the dialog. `another` of the view: label, of the path; note, what will happen; and, if it is not what
 * `first` says, path, title, does, busy, start(view, given), testid. also: {name: value}, which the reader gives besides, drawn by
 * more(view, given, give); chosen(given): what is chosen then. given: {path, …also}.
 */
export function Another(view) {
  const { page, here, choose, close } = view;
  const { subject: { name, thing }, first, another } = here;
  const { path, title, label, note, does, busy, start, pattern, testid, also, more, chosen } = { ...DEFAULTS, title: `Another ${thing}`, ...first, ...another };
  const [given, set] = useState({ path, ...also?.(view) });
  const give = (changes) => set({ ...given, ...changes });
  const submit = async (event) => {
    event.preventDefault();
    const meant = { ...given, path: given.path.trim() };
    if (await start(view, meant)) choose({ [name]: meant.path, ...here.within, dialog: null, candidate: null, ...chosen?.(meant) });
  };
  return html`
    <${Dialog} title=${title} close=${close}>
      <form onSubmit=${submit}>
        <label>${label}<input data-testid=${`${testid ?? name}-path`} value=${given.path} onInput=${(event) => give({ path: event.target.value })}
          spellcheck="false" autocomplete="off" required pattern=${pattern} title="A path that begins with /" autofocus /></label>
        ${more?.(view, given, give)}
        <p class="soft">${note}</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid=${`${testid ?? `${name}-path`}-confirm`} disabled=${page.busy.has(busy)}>${does}</button>
        </div>
      </form>
    <//>
  `;
}

const DEFAULTS = { does: "Start", pattern: "/.+" };
