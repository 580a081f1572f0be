// The last moves of the name, how they spread to its clients, and for how long calls failed.
import { milliseconds } from "../../format.js";
import { html } from "../../html.js";
import { Spreading } from "../../kit/spread/round.js";
import { shownName } from "./parts.js";

export function Round(view) {
  const name = shownName(view);
  const failed = name?.outage?.ms;
  const facts = typeof failed === "number" && html`<span>calls failed for ${milliseconds(failed)}</span>`;
  return html`<${Spreading} of=${name} clock=${view.clock} word="move" gone="leads nowhere" empty="No move yet. Move the provider." facts=${facts} />`;
}
