// Where the drawing is slower than life, the page says so.
import { count, milliseconds } from "../format.js";
import { html } from "../html.js";

/** Say how much slower than life the last handoff at `path` was drawn. slowed: what pace.js says of it. */
export function Slowed({ slowed, path, znode }) {
  if (slowed?.path !== path || (znode && slowed.znode !== znode)) return null;
  return html`<span class="slowed" data-testid="slowed"><span>${milliseconds(slowed.ms)} from deletion to claim, </span>drawn ${count(Number(slowed.factor.toPrecision(2)))} times slower</span>`;
}
