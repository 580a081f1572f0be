// Asked before candidates start where members stand that Handoff did not make.
import { html } from "../../html.js";
import { Ask } from "../ask.js";

export function AmongStrangers({ chosen, actions, close }) {
  const { count, election, strategy, who, why } = chosen.ask;
  const act = () => {
    close();
    actions.start(count, election, strategy, true);
  };
  return html`
    <${Ask} title="Start candidates among strangers?" count=${count} keep="Start none" does=${`Start ${count} among them`}
      act=${act} close=${close}>
      <p>${who}</p>
      <p>${why}</p>
    <//>
  `;
}
