// The parent znode, if all watch it: a place in ZooKeeper's lane to which every watch runs.
import { shortZnode } from "../../format.js";
import { baseOf, parentOf } from "../../paths.js";
import { fitted } from "./looks.js";
import { races } from "./strategies.js";
import { say, set } from "./write.js";

export function drawHub(layer, scene, move) {
  const { places } = scene;
  const groups = layer
    .selectAll("g.hub")
    .data(places.hub ? [places.hub] : [])
    .join(enter, undefined, (leaving) => leaving.remove());
  groups.classed("chosen", scene.chosen.znode === scene.path);
  move(groups).attr("transform", ({ x, y }) => `translate(${x},${y})`);
  groups.each(/** @this {Element} */ function each(hub) {
    drawBox(this, hub, scene);
  });

  function enter(entering) {
    const group = entering
      .append("g")
      .attr("class", "hub")
      .attr("data-testid", "znode-parent")
      .attr("transform", ({ x, y }) => `translate(${x},${y})`);
    group.append("path").attr("class", "branches");
    group.append("rect").attr("class", "prize").attr("rx", 9);
    group.append("text").attr("class", "prize-name");
    group.append("rect").attr("class", "place").attr("rx", 9);
    group.append("text").attr("class", "place-name");
    group.append("title");
    group.on("click", () => scene.tools.chooseZnode(scene.path));
    return group;
  }
}

function drawBox(node, hub, scene) {
  const [branches, prize, prizeName, place, name, title] = node.children;
  const { type, znodeWidth, znodeHeight, znodeY } = scene.places;
  set(place, boxOf(hub.width, hub.height));
  set(name, { y: 0.35 * type.hub });
  say(name, fitted(shortZnode(baseOf(scene.row.itself ? parentOf(scene.path) : scene.path)) || "/", Math.floor(hub.width / (0.62 * type.hub)) - 1));
  const isRace = races(scene.row);
  const ours = !isRace || Object.values(scene.state.candidates).some(({ path }) => path === scene.path);
  say(title, `${scene.path}: ${ours ? "all watch the list of its children" : "the watches of other programs are not known here"}`);
  const below = znodeY - hub.y;
  for (const one of [prize, prizeName]) one.style.display = isRace ? "" : "none";
  set(prize, { ...boxOf(znodeWidth, znodeHeight), y: below - znodeHeight / 2 });
  set(prizeName, { y: below + 0.35 * type.hub });
  say(prizeName, scene.row.itself ? baseOf(scene.path) : "leader");
  prizeName.classList.toggle("taken", scene.row.chain.length > 0);
  set(branches, { d: branchesOf(hub, scene, isRace) });
}

function boxOf(width, height) {
  return { x: -width / 2, y: -height / 2, width, height };
}

/** Return the lines from the parent to each of its children that is drawn. */
function branchesOf(hub, { shown, places }, isRace) {
  const [top, bottom] = [hub.height / 2, places.znodeY - places.znodeHeight / 2 - hub.y];
  const half = (top + bottom) / 2;
  const ends = isRace ? [0] : shown.filter(({ entry, ghost }) => entry && !ghost).map(({ key }) => places.x(key) - hub.x);
  return ends.map((x) => `M0,${top}V${half}H${x}V${bottom}`).join("");
}
