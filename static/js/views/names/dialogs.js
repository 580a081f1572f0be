// Which other name to provide and to look up.
import { html, useState } from "../../html.js";
import { Dialog } from "../dialog.js";
import { FIRST, startAll } from "./bar.js";

export function AnotherName(view) {
  const { page, choose, service } = view;
  const [path, setPath] = useState(service?.path ?? FIRST.path);
  const [name, setName] = useState(FIRST.name);
  const close = () => choose({ dialog: null });
  const submit = async (event) => {
    event.preventDefault();
    const started = await startAll(view, { path: path.trim(), name: name.trim() });
    if (started) choose({ service: path.trim(), name: name.trim(), dialog: null, candidate: null });
  };
  return html`
    <${Dialog} title="Another name" close=${close}>
      <form onSubmit=${submit}>
        <label>Path of the name service<input data-testid="service-path" value=${path}
          onInput=${(event) => setPath(event.target.value)} spellcheck="false" autocomplete="off" required pattern="/.+"
          title="A path that begins with /" /></label>
        <label>Name<input data-testid="service-name" value=${name} onInput=${(event) => setName(event.target.value)}
          spellcheck="false" autocomplete="off" required pattern="[^/]+" title="A name without a slash" autofocus /></label>
        <p class="soft">A provider, a standby and three clients are started.</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid="service-confirm" disabled=${page.busy.has("start-first")}>Start</button>
        </div>
      </form>
    <//>
  `;
}
