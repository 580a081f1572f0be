// Asked before all candidates are stopped.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { Ask } from "../ask.js";

const STOPPED =
  "will be asked to close their sessions and end, in every election of this dashboard. " +
  "Candidates started elsewhere are left alone.";

export function StopAll({ state, actions, close }) {
  const alive = Object.values(state.candidates).filter(({ process }) => process !== "exited").length;
  const stop = () => (actions.stopAll(), close());
  return html`
    <${Ask} title="Stop all candidates?" count=${alive} keep="Keep them" does=${`Stop ${plural(alive, "candidate")}`} act=${stop} close=${close}>
      <p>${plural(alive, "candidate")} ${STOPPED}</p>
    <//>
  `;
}
