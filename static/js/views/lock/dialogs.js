// Which other lock to start clients of.
import { html, useState } from "../../html.js";
import { Dialog } from "../dialog.js";
import { startClients } from "./bar.js";

export function AnotherLock(view) {
  const { page, choose } = view;
  const [path, setPath] = useState("/lock");
  const close = () => choose({ dialog: null });
  const submit = async (event) => {
    event.preventDefault();
    const started = await startClients(view, 3, path.trim());
    if (started) choose({ lock: path.trim(), dialog: null, candidate: null });
  };
  return html`
    <${Dialog} title="Another lock" close=${close}>
      <form onSubmit=${submit}>
        <label>Path of the lock<input data-testid="lock-path" value=${path}
          onInput=${(event) => setPath(event.target.value)} spellcheck="false" autocomplete="off" required
          pattern="/.+" title="A path that begins with /" autofocus /></label>
        <p class="soft">Three clients are started, who take turns with a file of their own.</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid="lock-path-confirm" disabled=${page.busy.has("start-3")}>Start</button>
        </div>
      </form>
    <//>
  `;
}
