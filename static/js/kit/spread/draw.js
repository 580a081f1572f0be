// What the drawings of spreading values are made of: a process, the value on its way to it, the znode.
import { html } from "../../html.js";
import { Bars } from "../disc.js";
import { nameBySight, sentence } from "../sight.js";
import { changesOf, hueOf } from "./values.js";

/** Draw a process as a button that chooses it. left: the share of its session, while it runs out; parts: what it is and does, in words, its id first; data: further attributes. */
export function Somebody({ one: { id, process }, at, unit, radius, left = null, chosen, choose, parts, looks, data, children }) {
  const arm = radius * 0.6;
  const isChosen = chosen.candidate === id;
  const pick = () => choose({ candidate: isChosen ? null : id });
  const onKey = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    pick();
  };
  return html`
    <g class=${`subscriber ${looks} ${isChosen ? "chosen" : ""}`} transform=${`translate(${at.x} ${at.y})`} role="button" tabindex="0"
      aria-pressed=${isChosen} ref=${(node) => node && nameBySight(node, parts)} onClick=${pick} onKeyDown=${onKey} ...${data}>
      <title>${sentence(parts)}</title>
      <circle class="ring" r=${radius} />
      ${left !== null && html`<circle class="running-out" r=${radius} transform="rotate(-90)" stroke-dasharray=${`${(left * 2 * Math.PI * radius).toFixed(1)} 999`} />`}
      ${process === "exited" && html`<path class="cross" d=${`M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`} />`}
      ${children}
      <text class="name" y=${5 * unit}>${id}</text>
      ${process === "paused" && html`<${Bars} transform=${`translate(${radius * 0.8} ${radius * 0.75}) scale(${unit})`} />`}
    </g>
  `;
}

/** Draw the value on its way from the znode; each new value is drawn again, and so moves once. from: where it comes from. */
export function Arrival({ one, at, from, radius, unit, token, delay }) {
  const style = delay === null ? "" : `--from-x: ${from.x - at.x}px; --from-y: ${from.y - at.y}px; --delay: ${delay.toFixed(2)}s`;
  return html`<g key=${`${one.mzxid}-${one.missing}`} class=${delay === null ? "" : "arriving"} style=${style}>
    ${one.mzxid !== null && html`<circle class=${`body ${one.missing ? "kept" : ""}`} r=${radius - 4 * unit} />`}
    <circle class=${`token ${one.missing ? "empty" : ""}`} r=${token * unit} /></g>`;
}

/** Return the style of who uses this value: its hue. */
export const hued = ({ mzxid }) => (mzxid === null ? "" : `--hue: ${hueOf(mzxid)}`);

/** Draw the znode that has the value. shown: its path, value and details, drawn. */
export function ZnodeCard({ znode, path, place: { x, y, width, height }, chosen, choose, data, children }) {
  const hue = hueOf(znode?.mzxid ?? null);
  const style = { left: `${x}px`, top: `${y}px`, width: `${width}px`, minHeight: `${height}px`, ...(hue === null ? {} : { "--hue": hue }) };
  return html`<button class=${`value-znode ${znode ? "" : "missing"} ${chosen.znode === path ? "picked" : ""}`} style=${style} disabled=${!znode}
    title=${path} onClick=${() => choose({ znode: path })} ...${data}>${children}</button>`;
}

const SLOWER = 20;
const LONGEST_DELAY_S = 1.5;
const FRESH_S = 3;

/** Return a room in pixels; unit is that of 1/16 of the drawing's rem. */
export const inPixels = ({ width, height, top, rem }) => ({ width: width * rem, height: height * rem, top: top * rem, unit: rem / 16 });

/** Return the seconds until the value that `one` read sets off, in slow motion; null if it came long ago. */
export function delayOf(one, document, now) {
  const at = one.missing ? one.read_at : one.taken_at;
  if (at === null || now - at > FRESH_S) return null;
  const change = changesOf(document).findLast(({ told }) => told?.[one.id] !== undefined);
  const began = change ? (change.asked_at ?? change.at) : at;
  return Math.min(LONGEST_DELAY_S, Math.max(0, at - began) * SLOWER);
}
