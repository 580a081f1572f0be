// Whoever goes, fades once, however often the rest is drawn meanwhile.

export function fadeOut(leaving, move) {
  const fresh = leaving.filter(":not([data-leaving])").attr("data-leaving", "");
  move(fresh).style("opacity", 0).remove();
}

/** Who comes back while fading, stays. */
export function stay(groups) {
  groups.attr("data-leaving", null);
}
