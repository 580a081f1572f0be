// One drawing of the stage from the state document; what moves between two drawings, D3 moves.
import { easeCubicInOut, select } from "../../d3.js";
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
import { drawWatches } from "./watches.js";
import { drawCrown, drawZnodes } from "./znodes.js";

const MOVE_MS = 480;

/** `tools`: clock, choose(id), chooseZnode(path), unfold(). */
export function createStage(box, tools) {
  const svg = select(box).select("svg");
  const board = select(box.parentNode);
  const layers = prepare(svg);
  let cast = null;
  let isRace = null;
  const motion = createMotion(layers.motions, layers.processes, tools.clock);
  let timer = null;
  let drawn = null;
  let facts = [];
  let scrolling = null;
  box.addEventListener("scroll", scrolled, { passive: true });

  return { draw: drawNews, hear, end };

  /** Much happens that is not to be seen here: numbers handed out, other elections, heartbeats. */
  function drawNews(view) {
    if (!view.election) return;
    const found = factsOf(view, box);
    if (found.length === facts.length && found.every((fact, index) => fact === facts[index])) return;
    facts = found;
    draw(view);
  }

  function draw(view) {
    const columns = castFor(view.election).gather(view.election, view.state.candidates, performance.now());
    const size = {
      width: box.clientWidth,
      height: box.clientHeight,
      unit: unitOf(),
      scrolled: box.scrollLeft,
    };
    const places = arrange(columns, size, {
      unfolded: view.chosen.unfolded,
      chosen: view.chosen.candidate,
      hub: wakesAll(view.election),
      races: isRace,
    });
    const scene = {
      ...view,
      tools,
      places,
      columns,
      shown: places.slots.filter((slot) => !slot.folded),
      path: view.election.path,
    };
    paint(scene, transition(scene));
    motion.follow(scene);
    revealChosen(scene);
    drawn = scene;
    sayMore();
    waitForGhosts(view);
  }

  /** What all watch stays in sight. */
  function scrolled() {
    sayMore();
    if (!drawn?.places.hub || drawn.places.width <= box.clientWidth) return;
    cancelAnimationFrame(scrolling);
    scrolling = requestAnimationFrame(() => draw(drawn));
  }

  function castFor(election) {
    if (isRace !== races(election)) {
      isRace = races(election);
      cast = isRace ? createRace() : createCast();
    }
    return cast;
  }

  /** On which sides there is more than is in sight. */
  function sayMore() {
    const left = box.scrollLeft > 4;
    const right = box.scrollWidth - box.clientWidth - box.scrollLeft > 4;
    box.dataset.more = [left && "left", right && "right"].filter(Boolean).join(" ");
  }

  function paint(scene, move) {
    const { places } = scene;
    svg
      .attr("width", places.width)
      .attr("height", places.height)
      .classed("compact", places.step < 132 * places.unit);
    drawLane(layers.lane, board, scene);
    drawSessions(layers.sessions, scene, move);
    drawWatches(layers.watches, scene, move);
    drawHub(layers.hub, scene, move);
    drawZnodes(layers.znodes, scene, move);
    drawCrown(layers.crown, scene, move);
    drawProcesses(layers.processes, scene, move);
    drawFolds(layers.folds, scene, move);
  }

  /** A first drawing, another size or another election appears at once. */
  function transition(scene) {
    const same =
      drawn &&
      drawn.path === scene.path &&
      drawn.places.width === scene.places.width &&
      drawn.places.height === scene.places.height &&
      drawn.places.hub?.x === scene.places.hub?.x;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return (selection) =>
      selection
        .transition()
        .duration(same && !still ? MOVE_MS : 0)
        .ease(easeCubicInOut);
  }

  /** Ghosts go by themselves: nothing else would draw the stage again. */
  function waitForGhosts(view) {
    clearTimeout(timer);
    const next = cast.nextChange();
    if (Number.isFinite(next))
      timer = setTimeout(() => draw(view), Math.max(30, next - performance.now() + 10));
  }

  function revealChosen({ chosen, shown, places }) {
    if (!chosen.candidate || drawn?.chosen.candidate === chosen.candidate) return;
    const column = shown.find(({ id, process }) => id === chosen.candidate && process);
    if (column && places.width > box.clientWidth)
      box.scrollTo({ left: places.x(column.key) - box.clientWidth / 2, behavior: "smooth" });
  }

  function hear(events) {
    if (document.hidden) return;
    for (const event of events) motion.hear(event);
  }

  function end() {
    clearTimeout(timer);
    cancelAnimationFrame(scrolling);
    motion.end();
  }
}

/** All that the drawing depends on; what has not changed is the same object. */
function factsOf({ election, state, chosen }, box) {
  const own = Object.values(state.candidates).filter(({ path }) => path === election.path);
  const { path, strategy, shape, chain, racing, leader, epoch } = election;
  const { state: link, quorum } = state.zookeeper;
  const looks = [chosen.candidate, chosen.znode, chosen.unfolded, chosen.theme];
  const size = [box.clientWidth, box.clientHeight, unitOf()];
  return [path, strategy, shape, chain, racing, leader, epoch, link, quorum, ...looks, ...size, ...own];
}

function unitOf() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
