// The last changes of the configuration, and how they spread.
import { html } from "../../html.js";
import { Spreading } from "../../kit/spread/round.js";

export function Round({ configuration, clock }) {
  return html`<${Spreading} of=${configuration} clock=${clock} word="change" gone="deleted" empty="No change yet. Publish a value." />`;
}
