// A watch runs from a process to the znode it watches; the line says how it is known.
import { EVIDENCE } from "./looks.js";

export function drawWatches(layer, scene, move) {
  const groups = layer
    .selectAll("g.watch")
    .data(watchesOf(scene), ({ key }) => key)
    .join(enter, undefined, leave);
  groups
    .attr("class", ({ evidence, fired }) => `watch ${evidence} ${fired ? "fired" : ""}`)
    .attr("data-evidence", ({ evidence }) => evidence);
  groups
    .select("title")
    .text(
      ({ by, target, evidence }) => `${by} watches ${target}: ${EVIDENCE[evidence] ?? evidence}`,
    );
  move(groups).style("opacity", 1);
  move(groups.select("path")).attr("d", ({ from, to }) => watchPath(from, to, scene.places));
  move(groups.select("text"))
    .attr("x", ({ from, to }) => labelPlace(from, to, scene.places).x)
    .attr("y", ({ from, to }) => labelPlace(from, to, scene.places).y);
  groups
    .select("text")
    .text(({ evidence }) => (["wire", "server"].includes(evidence) ? "watches" : `watches (${evidence})`));

  function enter(entering) {
    const group = entering.append("g").style("opacity", 0);
    group.append("title");
    group.append("path").attr("d", ({ from, to }) => watchPath(from, to, scene.places));
    group
      .append("text")
      .attr("class", "watch-label")
      .attr("text-anchor", "end")
      .attr("x", ({ from, to }) => labelPlace(from, to, scene.places).x)
      .attr("y", ({ from, to }) => labelPlace(from, to, scene.places).y);
    return group;
  }

  function leave(leaving) {
    move(leaving).style("opacity", 0).remove();
  }
}

/** Watches of drawn candidates whose target is drawn too, if only as part of a fold. */
function watchesOf({ shown, columns, places }) {
  const targets = new Map(columns.filter(({ entry }) => entry).map((column) => [column.key, column]));
  return shown
    .filter(({ entry, ghost }) => !ghost && entry?.watches && targets.has(entry.watches))
    .map(({ key, id, entry }) => ({
      key: `${key}>${entry.watches}`,
      by: id ?? entry.label,
      target: targets.get(entry.watches).entry.label,
      evidence: entry.evidence,
      fired: targets.get(entry.watches).ghost,
      from: places.x(key),
      to: places.x(entry.watches),
    }));
}

/** From the lower left of the process to the upper right of the znode. */
export function watchPath(from, to, places) {
  const { start, end } = ends(from, to, places);
  const [across, fall] = [start.x - end.x, end.y - start.y];
  const first = `${start.x - across * 0.55},${start.y + fall * 0.25}`;
  const second = `${end.x + across * 0.1},${end.y - fall * 0.4}`;
  return `M${start.x},${start.y}C${first} ${second} ${end.x},${end.y}`;
}

function ends(from, to, { processY, radius, znodeY, znodeHeight, znodeWidth, unit }) {
  return {
    start: { x: from - radius * 0.86, y: processY + radius * 0.9 },
    end: { x: to + Math.min(20 * unit, znodeWidth * 0.3), y: znodeY - znodeHeight / 2 - 3 * unit },
  };
}

function labelPlace(from, to, places) {
  const { start, end } = ends(from, to, places);
  return { x: start.x - (start.x - end.x) * 0.46 - 6 * places.unit, y: start.y + (end.y - start.y) * 0.34 };
}
