// ZooKeeper's lane: the znodes in order, and the crown on the lowest.
import { join } from "../../paths.js";
import { toneOf, znodeLabel } from "./looks.js";
import { set } from "./sessions.js";
import { races, znodeKey } from "./strategies.js";
import { fadeOut, stay } from "./leaving.js";
import { isElection, isLed, standWord } from "../../shapes.js";

const CROWN = "M-11 0L-8.5 -13L-3 -6L0 -16L3 -6L8.5 -13L11 0z";

const CROWNED = { lock: "lowest: the lock is its", election: "lowest: leader in truth" };

const LABEL_ROOM = 144;
const CROWN_SIZE = 1.35;

export function drawZnodes(layer, scene, move) {
  const groups = layer
    .selectAll("g.znode")
    .data(
      scene.shown.filter(({ entry }) => entry),
      znodeKey,
    )
    .join(enter, undefined, leave)
    .call(stay);
  groups
    .attr(
      "class",
      (column) => `znode ${column.ghost ? "ghost" : `truth-${column.entry.truth} tone-${toneOf(column)}`}`,
    )
    .attr("data-gone", ({ ghost }) => String(ghost));
  groups.classed("chosen", ({ entry }) => scene.chosen.znode === join(scene.path, entry.znode));
  move(groups).attr("transform", place).style("opacity", 1);
  groups.each(function each(column) {
    drawBox(this, column, scene);
  });

  function place(column) {
    return `translate(${scene.places.znodeX(column)},${scene.places.znodeY})`;
  }

  function enter(entering) {
    const group = entering
      .append("g")
      .attr("transform", place)
      .style("opacity", 0)
      .attr("data-testid", ({ entry }) => `znode-${entry.label}`);
    group.append("rect").attr("rx", 9);
    group.append("text");
    group.append("title");
    group.append("text").attr("class", "stand");
    group.on("click", (_, { entry }) => scene.tools.chooseZnode(join(scene.path, entry.znode)));
    return group;
  }

  function leave(leaving) {
    fadeOut(leaving, move);
  }
}

function drawBox(node, { entry, ghost }, { election, places }) {
  const { znodeWidth, znodeHeight, unit } = places;
  const [box, label, title, stand] = node.children;
  set(box, { x: -znodeWidth / 2, y: -znodeHeight / 2, width: znodeWidth, height: znodeHeight });
  set(label, { y: 4.5 * unit });
  label.textContent = znodeLabel(entry, znodeWidth - 8 * unit, unit);
  const facts = entry.hidden
    ? "the list of children names it; its ACL hides the rest from this dashboard"
    : `session ${entry.session ?? "unknown"}, czxid ${entry.czxid ?? "unknown"}`;
  set(stand, { x: znodeWidth / 2, y: -znodeHeight / 2 - 6 * unit });
  stand.textContent = ghost || isLed(election) ? "" : standWord(election, entry);
  title.textContent = `${entry.znode}\n${facts}${ghost ? "\ndeleted" : ""}`;
}

/** One crown, which moves: to the lowest znode, as the chain says. */
export function drawCrown(layer, { election, places, columns }, move) {
  const lowest = columns.find(({ entry, ghost }) => entry && !ghost && entry.truth === "leader");
  const crown = layer.selectAll("g.crown").data([lowest]).join(addCrown);
  crown.attr("data-znode", lowest?.entry.znode ?? "").attr("data-epoch", election.epoch);
  const { unit, znodeY, znodeHeight, step } = places;
  crown
    .select("path")
    .attr("transform", `translate(0,${-znodeHeight / 2 - 3 * unit}) scale(${unit * CROWN_SIZE})`);
  crown
    .select("text")
    .attr("y", znodeHeight / 2 + 17 * unit)
    .text(crownWord(election, step < LABEL_ROOM * unit));
  if (!lowest) return void move(crown).style("opacity", 0);
  if (Number(crown.style("opacity")) === 0)
    crown.attr("transform", `translate(${places.znodeX(lowest)},${znodeY})`);
  move(crown)
    .attr("transform", `translate(${places.znodeX(lowest)},${znodeY})`)
    .style("opacity", 1);
}

function crownWord(election, narrow) {
  if (races(election)) return "its owner leads, in truth";
  if (election.recipe !== "lock" && !isElection(election)) return narrow ? "first" : "first: should hold it, or lead";
  return narrow ? "lowest" : (CROWNED[election.recipe] ?? CROWNED.election);
}

function addCrown(entering) {
  const crown = entering.append("g").attr("class", "crown").attr("data-testid", "crown").style("opacity", 0);
  crown.append("path").attr("class", "crown-shape").attr("d", CROWN);
  crown.append("text").attr("class", "crown-label").attr("text-anchor", "middle");
  return crown;
}
