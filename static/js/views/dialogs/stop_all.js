// Asked before all candidates are stopped.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { Dialog } from "../dialog.js";

const STOPPED =
  "will be asked to close their sessions and end, in every election of this dashboard. " +
  "Candidates started elsewhere are left alone.";

export function StopAll({ state, actions, close }) {
  const alive = Object.values(state.candidates).filter(({ process }) => process !== "exited").length;
  const stop = () => {
    actions.stopAll();
    close();
  };
  return html`
    <${Dialog} title="Stop all candidates?" close=${close}>
      <p>${plural(alive, "candidate")} ${STOPPED}</p>
      <div class="buttons">
        <button onClick=${close} autofocus>Keep them</button>
        <button class="danger" data-testid="stop-all-confirm"
          onClick=${stop}>Stop ${plural(alive, "candidate")}</button>
      </div>
    <//>
  `;
}
