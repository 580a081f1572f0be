// A race for one znode: every create runs to its place; one succeeds, the others bounce off.
import { isStill } from "../../still.js";
import { races } from "./strategies.js";
import { fitting } from "./type.js";

const BOUNCE_MS = 900;
const TOGETHER_MS = 500;
const COUNTED_MS = 4000;
const FASTER = "cubic-bezier(.11,0,.5,0)";
const SLOWER = "cubic-bezier(.33,1,.68,1)";

/**
 * Create the attempts. wayTo(id): when the notification that caused the attempt arrives, and how long its run takes;
 * lastEnd(): which end they race for, as the last notification says.
 */
export function createAttempts(layer, { wayTo, lastEnd }) {
  const under_way = new Set();
  const known = new Map(); // candidate -> {failed, epoch} as last said
  const score = { won: 0, failed: 0, until: 0, end: null }; // of one race
  let path = null;
  let scene = null; // as drawn last
  let due = null;

  return { follow, add };

  /** Follow a drawing: what is on its way goes to the new places. */
  function follow(drawn) {
    scene = drawn;
    learn(scene);
    under_way.forEach(lead);
    showScore();
  }

  /** Learn what was reported before: no attempt follows from it. */
  function learn({ path: shown, state }) {
    if (shown !== path) known.clear();
    path = shown;
    for (const [id, { counters, epoch }] of Object.entries(state.candidates))
      if (!known.has(id)) known.set(id, { failed: counters?.failed ?? 0, epoch: epoch ?? null });
  }

  /** Take a report with more refused creates than before, or the first report of a term. */
  function add({ subject, data }) {
    if (!races(scene.row)) return;
    const before = known.get(subject) ?? { failed: 0, epoch: null };
    const failed = data.counters?.failed ?? before.failed;
    const epoch = data.epoch ?? before.epoch;
    known.set(subject, { failed, epoch });
    if (failed > before.failed) begin(subject, false);
    if (epoch !== before.epoch) begin(subject, true);
  }

  function begin(id, won) {
    const column = scene.columns.find((one) => one.id === id);
    if (!column) return;
    const now = performance.now();
    const slot = scene.places.slotOf(column.key);
    count(won, now);
    const { arrives, run: takes } = wayTo(id);
    const begun = Math.max(now, arrives);
    if ([...under_way].some((one) => !won && !one.won && one.slot === slot && begun - one.begun < TOGETHER_MS)) return; // the score counts it
    const attempt = { group: groupOf(layer, id, won), key: column.key, slot, won, begun, takes, way: null, moves: [] };
    under_way.add(attempt);
    setTimeout(() => attempt.group.classed("over", true), begun - now + takes);
    setTimeout(end, begun - now + takes + BOUNCE_MS, attempt);
    lead(attempt);
  }

  function count(won, now) {
    const end = lastEnd();
    if (now > score.until || end !== score.end) Object.assign(score, { won: 0, failed: 0, end });
    score[won ? "won" : "failed"] += 1;
    score.until = now + COUNTED_MS;
    showScore();
    clearTimeout(due);
    due = setTimeout(showScore, COUNTED_MS + 1);
  }

  function showScore() {
    drawScore(layer, scene, performance.now() < score.until ? score : null);
  }

  function lead(attempt) {
    const { places, row, columns } = scene;
    if (!races(row) || !columns.some(({ key }) => key === attempt.key)) return end(attempt);
    const way = wayOf(places, attempt);
    if (way.join() === attempt.way?.join()) return;
    attempt.way = way;
    run(attempt);
  }

  function end(attempt) {
    attempt.group.remove();
    under_way.delete(attempt);
  }
}

/** Return where it begins, where it arrives and where it ends, as transforms: what is refused comes a third of the way back. */
function wayOf(places, { key, won }) {
  const { hub, unit, width } = places;
  const x = places.x(key);
  const from = { x, y: places.processY + places.radius };
  const side = Math.sign(x - hub.x) || 1;
  const apart = (Math.abs(x - hub.x) / width) * 56 - 14; // so that they do not cover each other
  const to = { x: hub.x + side * (places.znodeWidth / 2 + 12 * unit), y: places.znodeY + apart * unit };
  const at = (share) => `translate(${from.x + (to.x - from.x) * share}px, ${from.y + (to.y - from.y) * share}px) scale(${unit})`;
  return [at(0), at(1), at(won ? 1 : 0.65)];
}

/** Run by transforms alone, which a browser does without drawing the page again. */
function run({ group, way: [begin, arrival, end], begun, takes, moves }) {
  moves.splice(0).forEach((last) => last.cancel());
  const node = group.style("transform", end).node();
  const offset = takes / (takes + BOUNCE_MS);
  const moving = [{ transform: begin, easing: FASTER }, { transform: arrival, offset, easing: SLOWER }, { transform: end }];
  const fading = [{ opacity: 1 }, { opacity: 1, offset, easing: FASTER }, { opacity: isStill() ? 1 : 0 }];
  for (const frames of isStill() ? [fading] : [moving, fading])
    moves.push(node.animate(frames, { duration: takes + BOUNCE_MS, delay: begun - performance.now() }));
}

function groupOf(layer, id, won) {
  const group = layer
    .append("g")
    .attr("class", `attempt ${won ? "won" : "failed"}`)
    .attr("data-testid", "attempt")
    .attr("data-by", id)
    .attr("data-won", String(won))
    .style("opacity", 0);
  group.append("rect").attr("x", -9).attr("y", -6).attr("width", 18).attr("height", 12).attr("rx", 3);
  group.append("path").attr("d", won ? "M-5 0L-1 4L6 -5" : "M-4 -4L4 4M4 -4L-4 4");
  return group;
}

function drawScore(layer, { places, row }, score) {
  const shown = score && races(row) ? [score] : [];
  const text = layer.selectAll("text.score").data(shown).join("text");
  text.attr("class", "score").attr("data-testid", "score").attr("text-anchor", "middle");
  if (!shown.length) return;
  const { won, failed } = score;
  const said = [`${won + failed} creates: ${won} succeeded, ${failed} NodeExists`, `${won} created, ${failed} refused`];
  text
    .attr("x", places.hub.x)
    .attr("y", places.noticeLine)
    .text(fitting(said, 2 * places.hub.room - 16 * places.unit, "score", places.type));
}
