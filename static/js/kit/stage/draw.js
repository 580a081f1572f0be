// One drawing of the stage from the state document; D3 moves what changes between two drawings.
import { shortZnode } from "../../format.js";
import { leastInPixels, remInPixels } from "../../rem.js";
import { isStill } from "../../still.js";
import { easeCubicInOut, select } from "../../vendor/d3/d3.js";
import { besides } from "./beside.js";
import { createCast } from "./cast.js";
import { drawFolds } from "./folds.js";
import { drawHub } from "./hub.js";
import { drawLane, prepare } from "./lane.js";
import { arrange } from "./layout.js";
import { createMotion } from "./motion.js";
import { drawProcesses } from "./processes.js";
import { createRace } from "./race.js";
import { drawSessions } from "./sessions.js";
import { races, wakesAll } from "./strategies.js";
import { createWalk } from "./walk.js";
import { drawWatches, watchesOf } from "./watches.js";
import { atOnce, write } from "./write.js";
import { drawCrown, drawZnodes } from "./znodes.js";

const MOVE_MS = 480;

/** Create a stage. tools: clock, choose(id), chooseZnode(path), unfold(), and the words of ../stage.js. */
export function createStage(box, tools) {
  const svg = select(box).select("svg");
  const board = select(box.parentNode);
  const layers = prepare(svg);
  let cast = null;
  let isRace = null;
  const walk = createWalk(svg.node(), tools);
  const motion = createMotion(layers.motions, { processes: layers.processes, sessions: layers.sessions }, tools.clock);
  let timer = null;
  let drawn = null;
  let facts = [];
  let scrolling = null;
  const size = { width: 0, height: 0, unit: 1, least: 0, scrolled: 0 }; // of what is in sight
  box.addEventListener("scroll", scrolled, { passive: true });

  return { draw: drawNews, measure, hear, end };

  /** Read the size when it has changed: to ask at each drawing makes the browser lay out the page. */
  function measure() {
    Object.assign(size, { width: box.clientWidth, height: box.clientHeight });
  }

  /** Draw only if a fact of the drawing changed, or something of the past is on its way: numbers handed out, other rows and heartbeats do not show here. */
  function drawNews(view) {
    if (!view.row) return;
    Object.assign(size, { unit: remInPixels() / 16, least: leastInPixels() });
    const found = [...factsOf(view), size.width, size.height, size.unit, size.least];
    if (found.length !== facts.length || found.some((fact, index) => fact !== facts[index])) draw(view);
    facts = found;
    motion.travel(view.underWay);
  }

  function draw(view) {
    const awaited = new Set(view.underWay.map(({ event }) => event.data.znode));
    const columns = castFor(view.row).gather(view.row, view.state.candidates, performance.now(), awaited);
    for (const column of columns) column.pending = column.ghost && Boolean(view.pending?.includes(column.entry.znode));
    const places = arrange(columns, size, {
      unfolded: view.chosen.unfolded,
      chosen: view.chosen.candidate,
      hub: wakesAll(view.row),
      races: isRace,
    });
    const scene = {
      ...view,
      tools,
      places,
      columns,
      isRace,
      shown: places.slots.filter((slot) => !slot.folded),
      path: view.row.path,
      beside: besides(places),
      ...relationsOf(columns),
    };
    scene.lines = watchesOf(scene);
    scene.isCovered = coverOf(scene);
    paint(scene, transition(scene));
    motion.follow(scene);
    walk.follow(scene);
    placeChosen(scene);
    revealChosen(scene);
    drawn = scene;
    sayMore();
    waitForGhosts(view);
  }

  /** Keep the znode that all watch in sight. */
  function scrolled() {
    size.scrolled = box.scrollLeft;
    if (!drawn) return;
    sayMore();
    placeChosen(drawn);
    if (!drawn.places.hub || drawn.places.width <= size.width) return;
    cancelAnimationFrame(scrolling);
    scrolling = requestAnimationFrame(() => draw(drawn));
  }

  function castFor(row) {
    if (isRace !== races(row)) {
      isRace = races(row);
      cast = isRace ? createRace() : createCast(tools.lingersMs);
    }
    return cast;
  }

  /** Note on which sides there is more than is in sight. */
  function sayMore() {
    const left = size.scrolled > 4;
    const right = drawn.places.width - size.width - size.scrolled > 4;
    box.dataset.more = [left && "left", right && "right"].filter(Boolean).join(" ");
    box.toggleAttribute("data-low", drawn.places.height > size.height);
  }

  function paint(scene, move) {
    const { places } = scene;
    write(svg, { width: places.width, height: places.height });
    drawLane(svg, layers.lane, board, scene);
    drawSessions(layers.sessions, scene, move);
    drawWatches(layers.watches, scene, move);
    drawHub(layers.hub, scene, move);
    drawZnodes(layers.znodes, scene, move);
    drawCrown(layers.crown, layers.znodes, scene, move);
    drawProcesses(layers.processes, scene, move);
    drawFolds(layers.processes, scene, move);
  }

  /** Return the transition; a first drawing, another size or another row appears at once. */
  function transition(scene) {
    const same =
      drawn &&
      drawn.path === scene.path &&
      drawn.places.width === scene.places.width &&
      drawn.places.height === scene.places.height &&
      drawn.places.hub?.x === scene.places.hub?.x;
    if (!same || isStill()) return atOnce;
    return (selection) => selection.transition().duration(MOVE_MS).ease(easeCubicInOut);
  }

  /** Draw again when the next ghost goes: nothing else would. */
  function waitForGhosts(view) {
    clearTimeout(timer);
    const next = cast.nextChange();
    if (Number.isFinite(next))
      timer = setTimeout(() => draw(view), Math.max(30, next - performance.now() + 10));
  }

  /** Say where the chosen process is, for its buttons below it, and how far they reach to its left: less at the left edge. */
  function placeChosen(scene) {
    const { places } = scene;
    const x = chosenX(scene) - size.scrolled;
    const isSeen = x > 0 && x < size.width;
    board.node().toggleAttribute("data-beside", isSeen);
    if (!isSeen) return;
    board.style("--chosen-x", `${x}px`).style("--chosen-y", `${places.processY + places.radius + 9 * places.unit}px`);
    board.style("--chosen-left", `${(-100 * x) / size.width}%`);
  }

  function revealChosen({ chosen, shown, places }) {
    if (!chosen.candidate || drawn?.chosen.candidate === chosen.candidate) return;
    const column = shown.find(({ id, process }) => id === chosen.candidate && process);
    if (column && places.width > size.width)
      box.scrollTo({ left: places.x(column.key) - size.width / 2, behavior: "smooth" });
  }

  /** Take an event as it comes in; return whether a message is drawn on its way, which takes `ms`. */
  function hear(event, ms) {
    return !document.hidden && motion.hear(event, ms);
  }

  function end() {
    clearTimeout(timer);
    cancelAnimationFrame(scrolling);
    motion.end();
  }
}

/** Return where the chosen process is, NaN if none is drawn. */
function chosenX({ chosen, shown, places }) {
  const column = shown.find(({ id, process }) => id !== null && id === chosen.candidate && process);
  return column ? places.x(column.key) : Number.NaN;
}

/** Return what tells whether the buttons of the chosen process cover what is just below the processes there. */
function coverOf(scene) {
  const at = scene.onProcess ? chosenX(scene) : Number.NaN;
  return (x) => Math.abs(x - at) < 1.6 * scene.places.step;
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

/** Return all facts that the drawing depends on; an unchanged fact is the same object. */
function factsOf({ row, state, chosen, pending }) {
  const own = Object.values(state.candidates).filter(({ path }) => path === row.path);
  const { path, strategy, shape, chain, racing, leader, epoch } = row;
  const { state: link, quorum } = state.zookeeper;
  const looks = [chosen.candidate, chosen.znode, chosen.unfolded, chosen.theme];
  return [path, strategy, shape, chain, racing, leader, epoch, pending, link, quorum, ...looks, ...own];
}
