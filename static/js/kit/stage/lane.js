// What does not move: the layers, the arrow heads, ZooKeeper's ground, the sizes that the stylesheet needs.
import { isReached } from "../../servers.js";
import { write } from "./write.js";

const LAYERS = ["lane", "sessions", "hub", "watches", "znodes", "crown", "processes", "motions"];

/** Return the layers by name, drawn in this order. */
export function prepare(svg) {
  const defs = svg.append("defs");
  arrowHead(defs, "watch-head");
  arrowHead(defs, "fired-head");
  glow(defs, "glow-lead");
  glow(defs, "glow-false");
  const layers = Object.fromEntries(
    LAYERS.map((name) => [name, svg.append("g").attr("class", `layer-${name}`)]),
  );
  for (const [name, layer] of Object.entries(layers)) if (name !== "processes") layer.attr("aria-hidden", "true"); // the names of processes say it
  layers.lane.append("rect").attr("rx", 12);
  return layers;
}

function arrowHead(defs, id) {
  const marker = defs
    .append("marker")
    .attr("id", id)
    .attr("viewBox", "0 0 10 10")
    .attr("refX", 9)
    .attr("refY", 5);
  marker
    .attr("markerUnits", "userSpaceOnUse")
    .attr("orient", "auto");
  marker.append("path").attr("class", id).attr("d", "M0 .8L10 5L0 9.2z");
}

function glow(defs, id) {
  const gradient = defs.append("radialGradient").attr("id", id);
  gradient.append("stop").attr("class", `${id} inner`).attr("offset", "45%");
  gradient.append("stop").attr("class", `${id} outer`).attr("offset", "100%");
}

/** Draw the ground. board: the stage around what scrolls; it has the two titles, which so stay in sight, and the sizes of type. */
export function drawLane(svg, layer, board, { places, state }) {
  const { width, laneY, laneHeight, growth, unit, type } = places;
  const shown = Math.max(0, width - 1); // a hidden panel has no width
  write(layer.select("rect"), { x: 0.5, y: laneY, width: shown, height: laneHeight, class: `ground ${isReached(state) ? "" : "unreached"}` });
  write(svg.selectAll("marker"), { markerWidth: 10 * unit, markerHeight: 10 * unit });
  const sizes = { "--growth": String(growth), ...Object.fromEntries(Object.entries(type).map(([name, size]) => [`--type-${name}`, `${size.toFixed(1)}px`])) };
  const { style } = board.node();
  for (const [name, size] of Object.entries(sizes)) if (style.getPropertyValue(name) !== size) style.setProperty(name, size);
}
