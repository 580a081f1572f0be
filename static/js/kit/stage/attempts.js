// A race for one znode: every create runs to its place; one succeeds, the others bounce off.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../html.js";
import { isStill } from "../../still.js";
import { pure } from "./moving.js";
import { races } from "./strategies.js";
import { fitting } from "./type.js";

const BOUNCE_MS = 900;
const TOGETHER_MS = 500;
const COUNTED_MS = 4000;
const FASTER = "cubic-bezier(.11,0,.5,0)";
const SLOWER = "cubic-bezier(.33,1,.68,1)";

/**
 * Create the attempts. wayTo(id): when the notification that caused the attempt arrives, and how long its run takes;
 * lastEnd(): which end they race for, as the last notification says. changed(): draws them again.
 */
export function createAttempts({ wayTo, lastEnd }, changed) {
  const underWay = new Set();
  const known = new Map(); // candidate -> {failed, epoch} as last said
  const score = { won: 0, failed: 0, until: 0, end: null }; // of one race
  let begun = 0; // how many
  let path = null;
  let scene = null;

  return { follow, add };

  /** Return {attempts, score} to draw in a scene: what is on its way goes to the new places. */
  function follow(drawn) {
    scene = drawn;
    learn(scene);
    const { places, row, columns } = scene;
    for (const one of underWay) if (!races(row) || !columns.some(({ key }) => key === one.at)) underWay.delete(one);
    const size = places.type.notice / places.unit; // its place is scaled by the unit
    const attempts = [...underWay].map(({ key, id, at, won, many, since, takes }) => ({ key, id, won, many, size, since, takes, way: wayOf(places, at, won).join(";") }));
    return { attempts, score: races(row) && performance.now() < score.until && score };
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
    const since = Math.max(now, arrives);
    const first = [...underWay].find((one) => !won && !one.won && one.slot === slot && since - one.since < TOGETHER_MS); // of a fold
    if (first) {
      first.many += 1;
      changed();
      return;
    }
    const attempt = { key: `a${(begun += 1)}`, id, at: column.key, slot, won, many: 1, since, takes };
    underWay.add(attempt);
    setTimeout(() => underWay.delete(attempt) && changed(), since - now + takes + BOUNCE_MS);
  }

  function count(won, now) {
    const end = lastEnd();
    if (now > score.until || end !== score.end) Object.assign(score, { won: 0, failed: 0, end });
    score[won ? "won" : "failed"] += 1;
    score.until = now + COUNTED_MS;
    changed();
    setTimeout(changed, COUNTED_MS + 1);
  }
}

/** Return where it begins, where it arrives and where it ends, as transforms: what is refused comes a third of the way back. */
function wayOf(places, key, won) {
  const { hub, unit, width } = places;
  const x = places.x(key);
  const from = { x, y: places.processY + places.radius };
  const side = Math.sign(x - hub.x) || 1;
  const apart = (Math.abs(x - hub.x) / width) * 56 - 14; // so that they do not cover each other
  const to = { x: hub.x + side * (places.znodeWidth / 2 + 12 * unit), y: places.znodeY + apart * unit };
  const at = (share) => `translate(${from.x + (to.x - from.x) * share}px, ${from.y + (to.y - from.y) * share}px) scale(${unit})`;
  return [at(0), at(1), at(won ? 1 : 0.65)];
}

/** Draw an attempt, which runs by transforms alone: a browser does that without drawing the page again. */
export const Attempt = pure(({ id, won, many, size, since, takes, way }) => {
  const [begin, arrival, end] = way.split(";");
  const node = useRef(null);
  const [isOver, over] = useState(false);
  useEffect(() => {
    const timer = setTimeout(over, since - performance.now() + takes, true);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const offset = takes / (takes + BOUNCE_MS);
    const moving = [{ transform: begin, easing: FASTER }, { transform: arrival, offset, easing: SLOWER }, { transform: end }];
    const fading = [{ opacity: 1 }, { opacity: 1, offset, easing: FASTER }, { opacity: isStill() ? 1 : 0 }];
    const time = { duration: takes + BOUNCE_MS, delay: since - performance.now() };
    const moves = (isStill() ? [fading] : [moving, fading]).map((frames) => node.current.animate(frames, time));
    return () => moves.forEach((move) => move.cancel());
  }, [way]);
  return html`
    <g ref=${node} class=${`attempt ${won ? "won" : "failed"} ${isOver ? "over" : ""}`} data-testid="attempt" data-by=${id} data-won=${won} style=${{ opacity: 0, transform: end }}>
      <rect x="-9" y="-6" width="18" height="12" rx="3" /><path d=${won ? "M-5 0L-1 4L6 -5" : "M-4 -4L4 4M4 -4L-4 4"} />
      ${many > 1 && html`<text x="13" y=${0.35 * size} style=${`font-size: ${size}px`}>× ${many}</text>`}
    </g>
  `;
});

export function Score({ places: { hub, unit, type, noticeLine }, score: { won, failed } }) {
  const said = [`${won + failed} creates: ${won} succeeded, ${failed} NodeExists`, `${won} created, ${failed} refused`];
  return html`<text class="score" data-testid="score" text-anchor="middle" x=${hub.x} y=${noticeLine}>${fitting(said, 2 * hub.room - 16 * unit, "score", type)}</text>`;
}
