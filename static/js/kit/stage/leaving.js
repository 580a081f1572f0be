// What goes fades once, no matter how often the rest is drawn meanwhile.

export function fadeOut(leaving, move) {
  const fresh = leaving.filter(":not([data-leaving])").attr("data-leaving", "");
  move(fresh).style("opacity", 0).remove();
}

/** Keep what comes back while it fades. */
export function stay(groups) {
  groups.attr("data-leaving", null);
}
