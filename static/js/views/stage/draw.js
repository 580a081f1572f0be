// One drawing of the stage from the state document; what moves between two drawings, D3 moves.
import { easeCubicInOut, select } from "../../d3.js";
import { createCast } from "./cast.js";
import { drawFolds } from "./folds.js";
import { drawLane, prepare } from "./lane.js";
import { arrange } from "./layout.js";
import { createMotion } from "./motion.js";
import { drawProcesses } from "./processes.js";
import { drawSessions } from "./sessions.js";
import { drawWatches } from "./watches.js";
import { drawCrown, drawZnodes } from "./znodes.js";

const MOVE_MS = 480;

/** `tools`: clock, choose(id), chooseZnode(path), unfold(). */
export function createStage(box, tools) {
  const svg = select(box).select("svg");
  const board = select(box.parentNode);
  const layers = prepare(svg);
  const cast = createCast();
  const motion = createMotion(layers.motions, layers.processes, tools.clock);
  let timer = null;
  let drawn = null;
  box.addEventListener("scroll", sayMore, { passive: true });

  return { draw, hear, end };

  function draw(view) {
    if (!view.election) return;
    const columns = cast.gather(view.election, view.state.candidates, performance.now());
    const size = { width: box.clientWidth, height: box.clientHeight, unit: unitOf() };
    const places = arrange(columns, size, { unfolded: view.chosen.unfolded, chosen: view.chosen.candidate });
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
      drawn.places.height === scene.places.height;
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
    for (const event of events) if (event.kind === "candidate.notified") motion.notify(event);
  }

  function end() {
    clearTimeout(timer);
    motion.end();
  }
}

function unitOf() {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
