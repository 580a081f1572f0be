// What the picture shows, from the state document: columns, places, lines.
import { shortZnode } from "../../format.js";
import { baseOf } from "../../paths.js";
import { keeper } from "../../store.js";
import { isStill } from "../../still.js";
import { besides } from "./beside.js";
import { createCast } from "./cast.js";
import { arrange } from "./layout.js";
import { createRace } from "./race.js";
import { races, wakesAll } from "./strategies.js";
import { watchesOf } from "./watches.js";

/** Return {sceneOf, nextChange}. tools: of ../stage.js; sets its `moves`, whether the changes of a scene move. */
export function createScenes(tools, { lingersMs }) {
  const [keepSizes, keepType] = [keeper(), keeper()];
  let cast = null;
  let isRace = null;
  let facts = [];
  let scene = null;
  return { sceneOf, nextChange: () => cast?.nextChange() ?? Infinity };

  /** Return the scene, the same one unless a fact of it changed: numbers handed out, other rows and heartbeats do not show here. */
  function sceneOf(view, size, ...more) {
    if (!view.row) return scene;
    const isWide = scene?.places.hub && scene.places.width > size.width; // what all watch is kept in sight
    const found = [...factsOf(view), ...more, size.width, size.height, size.unit, size.least, isWide ? size.scrolled : 0];
    if (found.length === facts.length && found.every((fact, at) => fact === facts[at])) return scene;
    facts = found;
    const before = scene;
    scene = sceneNow(view, size);
    tools.moves = isAlike(before, scene) && !isStill();
    return scene;
  }

  function sceneNow(view, size) {
    const { row, state, chosen, underWay, pending } = view;
    const awaited = new Set(underWay.map(({ event }) => event.data.znode));
    const columns = castFor(row).gather(row, state.candidates, performance.now(), awaited);
    for (const column of columns) column.pending = isPending(column, pending);
    const places = arrange(columns, size, { unfolded: chosen.unfolded, chosen: chosen.candidate, hub: wakesAll(row), races: isRace });
    const shown = places.slots.filter((slot) => !slot.folded);
    const { path } = row;
    const drawn = { ...view, tools, places, columns, isRace, shown, path, sizes: sizesOf(places), beside: besides(places), ...relationsOf(columns) };
    const seen = { ...drawn, chosenX: chosenX(drawn) };
    return { ...seen, lines: watchesOf(seen), isCovered: coverOf(seen) };
  }

  function castFor(row) {
    if (isRace !== races(row)) {
      isRace = races(row);
      cast = isRace ? createRace() : createCast(lingersMs);
    }
    return cast;
  }

  /** Return the sizes that all parts have in common, the same object while they are the same. */
  function sizesOf({ type, ...places }) {
    const numbers = Object.fromEntries(Object.entries(places).filter(([, value]) => typeof value === "number"));
    return keepSizes({ ...numbers, type: keepType(type) });
  }
}

/** Tell whether a scene follows from another; a first one, another size or another row appears at once. */
function isAlike(before, { path, places: { width, height, hub } }) {
  return Boolean(before) && before.path === path && before.places.width === width && before.places.height === height && before.places.hub?.x === hub?.x;
}

/** Return where the chosen process is, NaN if none is drawn. */
function chosenX({ chosen, shown, places }) {
  const column = shown.find(({ id, process }) => id !== null && id === chosen.candidate && process);
  return column ? places.x(column.key) : Number.NaN;
}

/** Return what tells whether the buttons of the chosen process cover what is just below the processes there. */
function coverOf({ onProcess, chosenX: at, places }) {
  return (x) => Boolean(onProcess) && Math.abs(x - at) < 1.6 * places.step;
}

/** Return the columns by their znodes, and what says whose a znode is. */
function relationsOf(columns) {
  const targets = new Map(columns.filter(({ entry }) => entry).map((column) => [column.entry.znode, column]));
  const nameOf = (znode) => {
    const { id, entry } = targets.get(znode) ?? {};
    return entry ? `${id ?? entry.name}'s znode ${entry.label}` : shortZnode(znode);
  };
  return { targets, nameOf };
}

/** Tell whether its znode has just ended; that of a column without an entry is what its process said. */
function isPending({ ghost, entry, candidate }, pending) {
  const znode = ghost ? entry.znode : !entry && candidate?.znode && baseOf(candidate.znode);
  return Boolean(znode && pending?.includes(znode));
}

/** Return all facts that the drawing depends on; an unchanged fact is the same object. */
function factsOf({ row, state, chosen, pending }) {
  const own = Object.values(state.candidates).filter(({ path }) => path === row.path);
  const { path, strategy, shape, chain, racing, leader, epoch } = row;
  const { state: link, quorum } = state.zookeeper;
  const looks = [chosen.candidate, chosen.znode, chosen.unfolded, chosen.theme];
  return [path, strategy, shape, chain, racing, leader, epoch, pending, link, quorum, ...looks, ...own];
}
