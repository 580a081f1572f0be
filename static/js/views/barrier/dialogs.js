// Which other barrier to start.
import { html, useState } from "../../html.js";
import { Dialog } from "../dialog.js";
import { Size, startProcesses } from "./bar.js";

export function AnotherBarrier(view) {
  const { page, chosen, choose } = view;
  const [path, setPath] = useState("/barrier");
  const close = () => choose({ dialog: null });
  const submit = async (event) => {
    event.preventDefault();
    const started = await startProcesses(view, 4, path.trim(), chosen.barrierSize);
    if (started) choose({ barrier: path.trim(), dialog: null, candidate: null });
  };
  return html`
    <${Dialog} title="Another barrier" close=${close}>
      <form onSubmit=${submit}>
        <label>Path of the barrier<input data-testid="barrier-path" value=${path}
          onInput=${(event) => setPath(event.target.value)} spellcheck="false" autocomplete="off" required
          pattern="/.+" title="A path that begins with /" autofocus /></label>
        <p><${Size} ...${view} /></p>
        <p class="soft">Four processes are started.</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid="barrier-path-confirm" disabled=${page.busy.has("start-4")}>Start</button>
        </div>
      </form>
    <//>
  `;
}
