// The question before all candidates of the view, or of all views, are stopped.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { crewOf } from "../../targets.js";
import { Ask } from "../../kit/dialog.js";

const STOPPED = "will be asked to close their sessions and end. Candidates that were started elsewhere continue.";

export function StopAll(view) {
  const { actions, choose, close } = view;
  const { ids, others, of, ask } = crewOf(view);
  const stop = () => (actions.stopAll(ask), close());
  const all = html`<button type="button" class="danger" data-testid="ask-everything"
    onClick=${() => choose({ dialog: "stop-everything" })}>All ${ids.length + others} of all views …</button>`;
  return html`
    <${Ask} title="Stop all candidates of this view?" count=${ids.length} keep="Keep them" aside=${others > 0 && all}
      does=${`Stop ${plural(ids.length, "candidate")}`} isReady=${ids.length > 0} act=${stop} close=${close}>
      <p>${plural(ids.length, "candidate")} of <bdi>${of}</bdi> ${STOPPED}</p>
      ${others > 0 && html`<p>${plural(others, "other candidate")} of this dashboard ${others === 1 ? "goes" : "go"} on.</p>`}
    <//>
  `;
}

export function StopEverything({ state, actions, close }) {
  const alive = Object.values(state.candidates).filter(({ process }) => process !== "exited").length;
  const stop = () => (actions.stopAll(), close());
  return html`
    <${Ask} title="Stop all candidates of all views?" count=${alive} keep="Keep them"
      does=${`Stop all ${alive} of all views`} act=${stop} close=${close}>
      <p>${plural(alive, "candidate")} ${STOPPED}</p>
    <//>
  `;
}
