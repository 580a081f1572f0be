// Which other queue to start.
import { html, useState } from "../../html.js";
import { Dialog } from "../dialog.js";
import { startQueue } from "./bar.js";

export function AnotherQueue(view) {
  const { page, choose } = view;
  const [path, setPath] = useState("/queue");
  const close = () => choose({ dialog: null });
  const submit = async (event) => {
    event.preventDefault();
    const started = await startQueue(view, "start-other", 2, 3, path.trim());
    if (started) choose({ queue: path.trim(), dialog: null, candidate: null });
  };
  return html`
    <${Dialog} title="Another queue" close=${close}>
      <form onSubmit=${submit}>
        <label>Path of the queue<input data-testid="queue-path" value=${path}
          onInput=${(event) => setPath(event.target.value)} spellcheck="false" autocomplete="off" required
          pattern="/.+" title="A path that begins with /" autofocus /></label>
        <p class="soft">Two producers and three consumers are started.</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid="queue-path-confirm" disabled=${page.busy.has("start-other")}>Start</button>
        </div>
      </form>
    <//>
  `;
}
