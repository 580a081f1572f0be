// The picture of a scene, layer by layer; of each only what has changed is drawn again.
import { html, useRef } from "../../html.js";
import { isReached } from "../../servers.js";
import { foldOf } from "./folds.js";
import { Hub } from "./hub.js";
import { Layer, pure } from "./moving.js";
import { processOf } from "./processes.js";
import { sessionsIn } from "./sessions.js";
import { useWalk } from "./walk.js";
import { watchOf } from "./watches.js";
import { Crown, znodeOf } from "./znodes.js";

export const Picture = pure(({ scene }) => {
  const { places, shown, lines, tools } = scene;
  const layer = useRef(null);
  const drawn = places.slots.filter(({ folded, process }) => folded || process);
  const folds = drawn.filter(({ folded }) => folded);
  const stops = drawn.map((slot) => ({ slot, key: slot.folded ? `fold ${folds.indexOf(slot)}` : (slot.id ?? slot.key) }));
  const { stop, ...keys } = useWalk(layer, stops, scene);
  const buttons = stops.map(({ slot, key }) => ({ ...(slot.folded ? foldOf : processOf)(slot, scene), key, tabindex: key === stop ? 0 : -1 }));
  const hidden = { tools, "aria-hidden": "true" }; // the names of processes say it
  return html`
    <${Ground} sizes=${scene.sizes} looks=${`ground ${isReached(scene.state) ? "" : "unreached"}`} />
    <${Layer} name="sessions" parts=${sessionsIn(scene)} ...${hidden} />
    <g class="layer-hub" aria-hidden="true">${places.hub && html`<${Hub} scene=${scene} />`}</g>
    <${Layer} name="watches" parts=${lines.map((line) => watchOf(line, scene))} ...${hidden} />
    <${Layer} name="znodes" parts=${shown.filter(({ entry }) => entry).map((column) => znodeOf(column, scene))} ...${hidden} />
    <g class="layer-crown" aria-hidden="true"><${Crown} scene=${scene} /></g>
    <${Layer} name="processes" parts=${buttons} tools=${tools} node=${layer} ...${keys} />
  `;
});

const Ground = pure(({ sizes: { width, laneY, laneHeight, unit }, looks }) => html`
  <defs>
    ${["watch-head", "fired-head"].map((id) => html`
      <marker id=${id} viewBox="0 0 10 10" refX="9" refY="5" markerUnits="userSpaceOnUse" orient="auto" markerWidth=${10 * unit} markerHeight=${10 * unit}>
        <path class=${id} d="M0 .8L10 5L0 9.2z" /></marker>`)}
    ${["glow-lead", "glow-false"].map((id) => html`
      <radialGradient id=${id}><stop class=${`${id} inner`} offset="45%" /><stop class=${`${id} outer`} offset="100%" /></radialGradient>`)}
  </defs>
  <g class="layer-lane" aria-hidden="true"><rect rx="12" x="0.5" y=${laneY} width=${Math.max(0, width - 1)} height=${laneHeight} class=${looks} /></g>
`);
