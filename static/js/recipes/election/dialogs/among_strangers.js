// The question before candidates start among members that Handoff did not make.
import { html } from "../../../html.js";
import { Ask } from "../../../kit/ask.js";
import { start } from "../calls.js";

export function AmongStrangers({ close, ...view }) {
  const { count, election, strategy, who, why } = view.chosen.ask;
  const act = () => {
    close();
    start(view, count, election, strategy, true);
  };
  return html`
    <${Ask} title="Start candidates among strangers?" count=${count} keep="Start none" does=${`Start ${count} among them`}
      act=${act} close=${close}>
      <p>${who}</p>
      <p>${why}</p>
    <//>
  `;
}
