// Which other configuration to subscribe to.
import { html, useState } from "../../html.js";
import { Dialog } from "../dialog.js";
import { FIRST, startSubscribers } from "./bar.js";

export function AnotherConfiguration(view) {
  const { page, choose } = view;
  const [path, setPath] = useState(FIRST);
  const close = () => choose({ dialog: null });
  const submit = async (event) => {
    event.preventDefault();
    const started = await startSubscribers(view, 5, path.trim());
    if (started) choose({ configuration: path.trim(), dialog: null, candidate: null });
  };
  return html`
    <${Dialog} title="Another configuration" close=${close}>
      <form onSubmit=${submit}>
        <label>Path of its znode<input data-testid="configuration-path" value=${path}
          onInput=${(event) => setPath(event.target.value)} spellcheck="false" autocomplete="off" required
          pattern="/.+" title="A path that begins with /" autofocus /></label>
        <p class="soft">Five subscribers are started. The znode need not exist: they then await its creation.</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid="configuration-path-confirm" disabled=${page.busy.has("start-5")}>Start</button>
        </div>
      </form>
    <//>
  `;
}
