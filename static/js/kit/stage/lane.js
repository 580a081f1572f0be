// What does not move: the layers, the arrow heads, ZooKeeper's lane, the heights of the two titles.
import { write } from "./write.js";

const LAYERS = ["lane", "folds", "sessions", "hub", "watches", "znodes", "crown", "processes", "motions"];

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
  layers.lane.append("rect").attr("class", "zookeeper-lane").attr("rx", 12);
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
    .attr("markerWidth", 10)
    .attr("markerHeight", 10)
    .attr("markerUnits", "userSpaceOnUse")
    .attr("orient", "auto");
  marker.append("path").attr("class", id).attr("d", "M0 .8L10 5L0 9.2z");
}

function glow(defs, id) {
  const gradient = defs.append("radialGradient").attr("id", id);
  gradient.append("stop").attr("class", `${id} inner`).attr("offset", "45%");
  gradient.append("stop").attr("class", `${id} outer`).attr("offset", "100%");
}

/** Draw the lane. board: the stage around what scrolls; it has the two titles, which so stay in sight. */
export function drawLane(layer, board, { places, state }) {
  const { width, laneY, laneHeight, titleY } = places;
  const looks = `zookeeper-lane ${state.zookeeper.state === "connected" ? "" : "unreached"}`;
  const shown = Math.max(0, width - 1); // a hidden panel has no width
  write(layer.select("rect"), { x: 0.5, y: laneY, width: shown, height: laneHeight, class: looks });
  board.style("--believed-y", `${titleY}px`).style("--true-y", `${laneY + laneHeight}px`);
}
