// ZooKeeper's lane: the znodes in order, and the crown on the lowest.
import { join } from "../../paths.js";
import { fadeOut, stay } from "./leaving.js";
import { toneOf, znodeLabel } from "./looks.js";
import { znodeKey } from "./strategies.js";
import { fitting, widthOf } from "./type.js";
import { say, set, write } from "./write.js";

const CROWN = "M-11 0L-8.5 -13L-3 -6L0 -16L3 -6L8.5 -13L11 0z";

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
  write(groups, { class: looksOf, "data-gone": ({ ghost }) => ghost });
  move(groups).attr("transform", place).style("opacity", 1);
  groups.each(/** @this {Element} */ function each(column) {
    drawBox(this, column, scene);
  });

  function looksOf(column) {
    const looks = column.ghost ? "ghost" : `truth-${column.entry.truth} tone-${toneOf(column)}`;
    return `znode ${looks} ${scene.chosen.znode === join(scene.path, column.entry.znode) ? "chosen" : ""}`;
  }

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

function drawBox(node, { entry, ghost }, { row, places, tools }) {
  const { znodeWidth, znodeHeight, znodeY, crownLine, step, unit, type } = places;
  const [box, label, title, stand] = node.children;
  set(box, { x: -znodeWidth / 2, y: -znodeHeight / 2, width: znodeWidth, height: znodeHeight });
  set(label, { y: 0.35 * type.znode });
  say(label, znodeLabel(entry, (znodeWidth - 8 * unit) / (0.61 * type.znode)));
  const facts = entry.hidden
    ? "it is in the list of children; its ACL hides the rest from this dashboard"
    : `session ${entry.session ?? "unknown"}, czxid ${entry.czxid ?? "unknown"}`;
  const isCrowned = entry.truth === "leader"; // the crown's words are below it
  const x = isCrowned ? -(znodeWidth / 4 + 5 * unit) : 0;
  set(stand, { x, y: isCrowned ? -znodeHeight / 2 - 6 * unit : crownLine - znodeY });
  say(stand, ghost ? "" : fitting([tools.stand(row, entry)], isCrowned ? znodeWidth / 2 - 18 * unit : step - 8 * unit, "stand", type));
  say(title, `${entry.znode}\n${facts}${ghost ? "\ndeleted" : ""}`);
}

/** Draw the one crown, on the lowest znode, as the chain says. It goes with its own; on another it is at once. */
export function drawCrown(layer, znodes, scene, move) {
  const { row, places, columns } = scene;
  const lowest = columns.find(({ entry, ghost }) => entry && !ghost && entry.truth === "leader");
  const crown = layer.selectAll("g.crown").data([lowest]).join(addCrown);
  const passed = lowest && crown.attr("data-key") !== znodeKey(lowest);
  write(crown, { "data-znode": lowest?.entry.znode ?? "", "data-key": lowest ? znodeKey(lowest) : "", "data-epoch": row.epoch ?? "" });
  const { unit, znodeY, znodeHeight, crownLine } = places;
  const [shape, label] = crown.node().children;
  set(shape, { transform: `translate(0,${-znodeHeight / 2 - 3 * unit}) scale(${unit * CROWN_SIZE})` });
  if (!lowest) return void move(crown).style("opacity", 0);
  const { words, isAside } = crownWords(places.znodeX(lowest), scene);
  set(label, { x: isAside ? -places.znodeWidth / 2 : 0, y: crownLine - znodeY, "text-anchor": isAside ? "start" : "middle" });
  say(label, words);
  const place = `translate(${places.znodeX(lowest)},${znodeY})`;
  if (passed) crown.interrupt().attr("transform", placeNow(znodes, lowest) ?? place).style("opacity", 0.5);
  move(crown).attr("transform", place).style("opacity", 1);
}

/** Return the words below the crown: all, even where they reach below the next znodes, which have none; else the short ones. */
function crownWords(x, { row, places, tools, isRace }) {
  const { unit, step, type, width, znodeWidth } = places;
  const words = tools.crown(row, false);
  const across = widthOf(words, "crown", type);
  const room = (isRace ? 2 * places.hub.room : step) - 8 * unit;
  if (across <= room) return { words, isAside: false };
  const isAside = !isRace && x - znodeWidth / 2 + across < width - 8 * unit && row.chain.every((entry) => !tools.stand(row, entry));
  return { words: isAside ? words : tools.crown(row, true), isAside };
}

/** Return where a znode is drawn, which may be on its way to its place. */
function placeNow(znodes, column) {
  const drawn = znodes.selectAll("g.znode").filter((other) => other.entry && znodeKey(other) === znodeKey(column));
  return drawn.empty() ? null : drawn.attr("transform");
}

function addCrown(entering) {
  const crown = entering.append("g").attr("class", "crown").attr("data-testid", "crown").style("opacity", 0);
  crown.append("path").attr("class", "crown-shape").attr("d", CROWN);
  crown.append("text").attr("class", "crown-label");
  return crown;
}
