// Which other election is to be shown.
import { html, useState } from "../../html.js";
import { Dialog } from "../dialog.js";

export function Follow({ actions, page, close }) {
  const [path, setPath] = useState("/");
  const submit = (event) => {
    event.preventDefault();
    actions.follow(path.trim());
  };
  return html`
    <${Dialog} title="Follow an election" close=${close}>
      <form onSubmit=${submit}>
        <label>Path of its parent znode<input data-testid="follow-path" value=${path}
          onInput=${(event) => setPath(event.target.value)} spellcheck="false" autocomplete="off" required
          pattern="/.+" title="A path that begins with /" autofocus /></label>
        <p class="soft">It is made when the first candidate joins, if it is not there yet.</p>
        <div class="buttons">
          <button type="button" onClick=${close}>Cancel</button>
          <button class="primary" data-testid="follow-confirm"
            disabled=${page.busy.has("follow")}>Follow</button>
        </div>
      </form>
    <//>
  `;
}
