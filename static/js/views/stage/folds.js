// The middle of a long chain, folded: how many, and a click opens it.

export function drawFolds(layer, { places, tools }, move) {
  const folds = places.slots.filter(({ folded }) => folded);
  const groups = layer
    .selectAll("g.fold")
    .data(folds, (_, index) => index)
    .join(enter, undefined, leave);
  groups.attr("aria-label", ({ folded }) => `${folded.length} more candidates: open`);
  groups.select(".fold-count").text(({ folded }) => folded.length);
  move(groups).attr("transform", place).style("opacity", 1);
  const { unit, processY, radius, znodeY, znodeHeight } = places;
  const top = processY - radius;
  groups
    .select("rect")
    .attr("x", -28 * unit)
    .attr("width", 56 * unit)
    .attr("y", top)
    .attr("height", znodeY + znodeHeight / 2 - top);
  groups.select(".fold-count").attr("y", (top + znodeY) / 2);
  groups.select(".fold-word").attr("y", (top + znodeY) / 2 + 19 * unit);

  function place({ key }) {
    return `translate(${places.x(key)},0)`;
  }

  function enter(entering) {
    const group = entering
      .append("g")
      .attr("class", "fold")
      .attr("data-testid", "fold")
      .attr("role", "button")
      .attr("tabindex", 0)
      .attr("transform", place)
      .style("opacity", 0);
    group.append("rect").attr("rx", 14);
    group.append("text").attr("class", "fold-count");
    group.append("text").attr("class", "fold-word").text("more");
    group.append("title").text("The middle of the chain: click to draw all");
    group
      .on("click", tools.unfold)
      .on(
        "keydown",
        (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), tools.unfold()),
      );
    return group;
  }

  function leave(leaving) {
    move(leaving).style("opacity", 0).remove();
  }
}
