// The last turns with the lock.
import { html } from "../../html.js";
import { Turns } from "./work.js";

export function Round({ lock, clock, slowed }) {
  return html`<${Turns} lock=${lock} clock=${clock} slowed=${slowed} empty="No turn yet. Start three clients." />`;
}
