// The middle of a long chain, folded into a count; a click opens it.
import { fadeOut, stay } from "./leaving.js";
import { races } from "./strategies.js";

export function drawFolds(layer, scene, move) {
  const { places, tools } = scene;
  const folds = places.slots.filter(({ folded }) => folded);
  const groups = layer
    .selectAll("g.fold")
    .data(folds, (_, index) => index)
    .join(enter, undefined, leave)
    .call(stay);
  groups.attr("aria-label", ({ folded }) => `${folded.length} more candidates: open`);
  groups.select(".fold-count").text(({ folded }) => folded.length);
  move(groups).attr("transform", place).style("opacity", 1);
  const { foldWidth, type, znodeY, znodeHeight } = places;
  const { top, bottom, middle } = extent(places);
  groups.selectAll("rect").attr("x", -foldWidth / 2).attr("width", foldWidth);
  groups
    .select("rect.first")
    .attr("y", top)
    .attr("height", bottom - top);
  groups
    .select("rect.znodes")
    .attr("y", znodeY - znodeHeight / 2)
    .attr("height", places.hub && !races(scene.row) ? znodeHeight : 0);
  groups.select(".fold-count").attr("y", middle);
  groups.select(".fold-word").attr("y", middle + 1.5 * type.word);

  function place({ key }) {
    return `translate(${places.x(key)},0)`;
  }

  function enter(entering) {
    const group = entering
      .append("g")
      .attr("class", "fold")
      .attr("data-testid", "fold")
      .attr("role", "button")
      .attr("transform", place)
      .style("opacity", 0);
    group.append("rect").attr("class", "first").attr("rx", 14);
    group.append("rect").attr("class", "znodes").attr("rx", 9);
    group.append("text").attr("class", "fold-count");
    group.append("text").attr("class", "fold-word").text("more");
    group.append("title").text("The middle of the chain: click to show all");
    group
      .on("click", tools.unfold)
      .on(
        "keydown",
        (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), tools.unfold()),
      );
    return group;
  }

  function leave(leaving) {
    fadeOut(leaving, move);
  }
}

/** Return the extent of a fold, from the processes down to their znodes; a znode that all watch stays in sight. */
function extent({ hub, unit, processY, radius, znodeY, znodeHeight }) {
  const top = processY - radius;
  if (hub) return { top: top - 5 * unit, bottom: processY + radius + 7 * unit, middle: processY - unit };
  return { top, bottom: znodeY + znodeHeight / 2, middle: (top + znodeY) / 2 };
}
