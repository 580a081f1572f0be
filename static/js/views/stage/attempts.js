// A race for one znode: every create runs to its place; one succeeds, the others bounce off.
import { easeCubicOut } from "../../d3.js";
import { races } from "./strategies.js";
import { still } from "./notices.js";

const RUN_MS = 650;
const BOUNCE_MS = 900;
const TOGETHER_MS = 500;
const COUNTED_MS = 4000;

/** `startAt(id)`: when the notification that made it try has reached it. */
export function createAttempts(layer, startAt) {
  const under_way = new Set();
  const known = new Map(); // candidate -> {failed, epoch} as last said
  const score = { won: 0, failed: 0, until: 0 };
  let path = null;

  return { learn, add, step };

  /** What had been said before: no attempt of now. */
  function learn({ path: shown, state }) {
    if (shown !== path) known.clear();
    path = shown;
    for (const [id, { counters, epoch }] of Object.entries(state.candidates))
      if (!known.has(id)) known.set(id, { failed: counters?.failed ?? 0, epoch: epoch ?? null });
  }

  /** A report in which more creates were refused than before, or the first of a term. */
  function add({ subject, data }, scene) {
    if (!races(scene.election)) return;
    const before = known.get(subject) ?? { failed: 0, epoch: null };
    const failed = data.counters?.failed ?? before.failed;
    const epoch = data.epoch ?? before.epoch;
    known.set(subject, { failed, epoch });
    if (failed > before.failed) begin(subject, false, scene);
    if (epoch !== before.epoch) begin(subject, true, scene);
  }

  function begin(id, won, scene) {
    const column = scene.columns.find((one) => one.id === id);
    if (!column) return;
    const now = performance.now();
    const slot = scene.places.slotOf(column.key);
    if (now > score.until) Object.assign(score, { won: 0, failed: 0 });
    score[won ? "won" : "failed"] += 1;
    score.until = now + COUNTED_MS;
    const begun = Math.max(now, startAt(id));
    const together = [...under_way].find((one) => !won && !one.won && one.slot === slot && begun - one.begun < TOGETHER_MS);
    if (together) return void together.group.select("text").text(`× ${(together.many += 1)}`);
    under_way.add({ group: groupOf(layer, id, won), key: column.key, slot, won, many: 1, begun });
  }

  /** True while one runs, or is counted. */
  function step(scene, now) {
    for (const attempt of under_way) run(attempt, scene, now);
    drawScore(layer, scene, now < score.until ? score : null);
    return under_way.size > 0 || now < score.until;
  }

  function run(attempt, { places, election, columns }, now) {
    const { group, key, won, begun } = attempt;
    const over = now - begun > RUN_MS + BOUNCE_MS;
    if (over || !races(election) || !columns.some((one) => one.key === key))
      return void (group.remove(), under_way.delete(attempt));
    const gone = still() ? 1 : Math.max(0, Math.min(1, (now - begun) / RUN_MS));
    const back = Math.max(0, (now - begun - RUN_MS) / BOUNCE_MS);
    group.classed("over", back > 0).style("opacity", now < begun ? 0 : 1 - back * back);
    const { x, y } = pointOf(places, key, gone * gone, won ? 0 : easeCubicOut(back));
    group.attr("transform", `translate(${x},${y}) scale(${places.unit})`);
  }
}

/** From the process to the near side of the znode's place, and, refused, a third of the way back. */
function pointOf(places, key, gone, back) {
  const { hub, unit, width } = places;
  const x = places.x(key);
  const from = { x, y: places.processY + places.radius };
  const side = Math.sign(x - hub.x) || 1;
  const apart = (Math.abs(x - hub.x) / width) * 56 - 14; // so that they do not cover each other
  const to = { x: hub.x + side * (places.znodeWidth / 2 + 12 * unit), y: places.znodeY + apart * unit };
  const share = gone - back * 0.35;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
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
  group.append("text").attr("x", 14).attr("y", 4);
  return group;
}

function drawScore(layer, { places, election }, score) {
  const shown = score && races(election) ? [score] : [];
  const text = layer.selectAll("text.score").data(shown).join("text");
  text.attr("class", "score").attr("data-testid", "score").attr("text-anchor", "middle");
  if (!shown.length) return;
  text
    .attr("x", places.hub.x)
    .attr("y", places.znodeY + places.znodeHeight / 2 + 36 * places.unit)
    .text(`${score.won + score.failed} creates: ${score.won} succeeded, ${score.failed} NodeExists`);
}
