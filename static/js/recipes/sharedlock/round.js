// The last turns with the shared lock, of readers and writers.
import { html } from "../../html.js";
import { Turns } from "../lock/work.js";

export function Round({ shared, clock, slowed }) {
  return html`<${Turns} lock=${shared} clock=${clock} slowed=${slowed} empty="No turn yet. Start three readers and a writer." />`;
}
