// What stays where it is: the layers, the arrow heads, ZooKeeper's lane and the two titles.

const LAYERS = ["lane", "folds", "sessions", "watches", "znodes", "crown", "processes", "motions"];

/** Returns the layers by name, drawn in this order. */
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
  for (const name of ["believed", "true"]) layers.lane.append("text").attr("class", `lane-title ${name}`);
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

export function drawLane(layer, { places, state }) {
  const { unit, width, laneY, laneHeight, titleY } = places;
  const reached = state.zookeeper.state === "connected";
  layer
    .select("rect")
    .attr("x", 0.5)
    .attr("y", laneY)
    .attr("width", width - 1)
    .attr("height", laneHeight)
    .classed("unreached", !reached);
  layer.select(".believed").attr("x", 2).attr("y", titleY).text("Processes: what each one believes");
  layer
    .select(".true")
    .attr("x", width - 14 * unit)
    .attr("y", laneY + laneHeight - 9 * unit)
    .text(reached ? "ZooKeeper: what is true" : "ZooKeeper is out of reach: what was last true");
}
