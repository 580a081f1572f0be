// The three elections: a dot for each process, filled if it was woken, and the number of those
// that were woken, in large digits.
import { count } from "../../format.js";
import { html, useEffect, useRef, useState } from "../../html.js";
import { GroundLabel } from "../../kit/ground.js";
import { LastRound } from "../../kit/last_round.js";
import { useTicks } from "../../kit/now.js";
import { outlives, shareLeft } from "../../kit/session.js";
import { Term } from "../../kit/term.js";
import { isReached } from "../../servers.js";
import { roundOf } from "../election/round.js";
import { everybody, leaderOf } from "./controls.js";
import { STRATEGIES, WAYS, castOf, isThere, wokenBy } from "./strategies.js";

const FLASH_MS = 900;
const COUNT_UP_MS = 700;
const FAST_MS = 100;

export function Elections(view) {
  const { curve = [], measuring } = view.state.comparison;
  const isOver = curve.length > 0 && !measuring && !everybody(view.state).length; // people look at the chart then
  return html`
    <div class=${`compared ${isOver ? "compared-over" : ""} ${isReached(view.state) ? "" : "unreached"}`} data-testid="compared">
      ${!isReached(view.state) && html`<${GroundLabel} state=${view.state} />`}
      ${STRATEGIES.map((strategy) => html`<${One} key=${strategy} strategy=${strategy} ...${view} />`)}
    </div>
  `;
}

function One(view) {
  const { strategy, state, chosen, choose, clock } = view;
  const { paths, deaths } = state.comparison;
  const death = deaths?.[strategy];
  const cast = castOf(state, paths[strategy], death, clock.now());
  useTicks(cast.some((id) => outlives(state.candidates[id], clock.now())) ? FAST_MS : null);
  const isMeasured = state.comparison.measuring?.strategy === strategy;
  return html`
    <section class=${`compared-one tone-${strategy} ${isMeasured ? "measured" : ""}`} aria-label=${strategy}
      data-testid=${`compare-${strategy}`} data-woken=${wokenBy(death)}>
      <h2><button class="strategy-name" aria-pressed=${chosen.compared === strategy} data-testid=${`recipe-of-${strategy}`}
        title="Show its pseudo-code" onClick=${() => choose({ compared: strategy, candidate: null })}>${strategy}</button>
        <span class="soft">${WAYS[strategy]}</span></h2>
      <${Dots} ...${view} cast=${cast} death=${death} />
      <${Woken} death=${death} standing=${cast.map((id) => state.candidates[id]).filter(isThere)} />
    </section>
  `;
}

function Dots(view) {
  const { strategy, state, cast, death, chosen, choose, clock } = view;
  const leader = leaderOf(state, strategy);
  const label = `${cast.length} candidates${leader ? `, ${leader} ${isReached(state) ? "leads" : "led last"}` : ""}`;
  if (!cast.some((id) => isThere(state.candidates[id])))
    return html`<p class="dots dots-none soft">${death ? "no candidates any more" : "no candidates"}</p>`;
  return html`
    <div class=${`dots dots-${sizeFor(cast.length)}`} role="img" aria-label=${label}>
      ${cast.map(
        (id) => html`<${Dot} key=${id} id=${id} one=${state.candidates[id]} isLeader=${id === leader} now=${clock.now()}
          times=${death?.woken?.[id] ?? 0} isChosen=${chosen.candidate === id} choose=${choose} />`,
      )}
    </div>
  `;
}

function sizeFor(number) {
  if (number <= 12) return "large";
  if (number <= 30) return "medium";
  return number <= 80 ? "small" : "tiny";
}

function Dot({ id, one, isLeader, now, times, isChosen, choose }) {
  const looks = looksOf(one, isLeader);
  const flashes = useFlash(times);
  const woken = times > 1 ? ", woken twice" : times ? ", woken" : "";
  const left = outlives(one, now) ? shareLeft(one.session_timeout_ms, one.session_ends, now) : null;
  const names = ["dot-of", `is-${looks}`, times && "is-woken", times > 1 && "is-woken-again", flashes && "flash", left !== null && "running-out"];
  return html`
    <i class=${[...names, isChosen && "chosen"].filter(Boolean).join(" ")} title=${`${id}: ${looks}${left === null ? "" : ", its session is not over"}${woken}`}
      style=${left === null ? "" : `--left: ${left.toFixed(3)}`}
      data-candidate=${id} data-looks=${looks} data-woken=${times}
      onClick=${() => choose({ candidate: isChosen ? null : id })}></i>
  `;
}

function looksOf({ process, belief }, isLeader) {
  if (process === "exited") return "ended";
  if (process === "paused") return "frozen";
  if (isLeader) return "leading";
  return belief === "waiting" ? "waiting" : "joining";
}

/** Return true for a moment after `times` has grown. */
function useFlash(times) {
  const [until, setUntil] = useState(0);
  const before = useRef(times);
  useEffect(() => {
    const grown = times > before.current;
    before.current = times;
    if (!grown) return undefined;
    setUntil(performance.now() + FLASH_MS);
    const timer = setTimeout(() => setUntil(0), FLASH_MS);
    return () => clearTimeout(timer);
  }, [times]);
  return until > performance.now();
}

function Woken({ death, standing }) {
  const woken = wokenBy(death);
  const shown = useCountUp(woken ?? 0);
  if (woken === null)
    return html`
      <p class="woken soft"><b class="woken-number">${count(standing.length)}</b>
        <span>${standing.length === 1 ? "process" : "processes"}<small>${readiness(standing)}</small></span></p>
    `;
  return html`
    <p class="woken">
      <b class="woken-number number" aria-hidden="true">${count(shown)}</b><span class="sr">${count(woken)}</span>
      <span><${Term} text=${woken === 1 ? "wake-up" : "wake-ups"} /><small>${
        death.again > 0 ? `${count(death.again)} of them woke a process again` : "by one death"
      }</small></span>
    </p>
  `;
}

function readiness(standing) {
  if (!standing.length) return "so far";
  const ready = standing.filter(({ belief }) => belief === "waiting" || belief === "leading").length;
  return ready < standing.length ? `${count(ready)} in their place` : "ready, no strike yet";
}

/** Return a number that counts up to `wanted`; at once if the reader wants no motion. */
function useCountUp(wanted) {
  const [shown, show] = useState(wanted);
  const latest = useRef(wanted);
  useEffect(() => {
    const start = latest.current;
    if (wanted <= start || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      latest.current = wanted;
      show(wanted);
      return undefined;
    }
    const began = performance.now();
    let frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
    function step(now) {
      const part = Math.min(1, Math.max(0, (now - began) / COUNT_UP_MS));
      latest.current = Math.round(start + (wanted - start) * (1 - (1 - part) ** 3));
      show(latest.current);
      if (part < 1) frame = requestAnimationFrame(step);
    }
  }, [wanted]);
  return shown;
}

export function Round({ state, chosen, clock }) {
  const { strike, paths = {}, ended } = state.comparison ?? {};
  const isReady = !ended && everybody(state).length > 0;
  const since = strike?.at ?? Infinity;
  const struck = STRATEGIES.map((strategy) => ({ strategy, handoff: handoffOf(state.elections[paths[strategy]], since) })).filter(({ handoff }) => handoff);
  const inOrder = struck.sort((one, other) => Number(other.strategy === chosen.compared) - Number(one.strategy === chosen.compared));
  return html`<${LastRound} word="strike" state=${state} clock=${clock} empty="No strike yet." invites=${isReady && "End all three leaders at once."}
    roundsOf=${(now) => inOrder.map(({ strategy, handoff }) => ({ ...roundOf(handoff, now, state), of: strategy, label: strategy, facts: html`<span>${strategy}</span>` }))} />`;
}

/** Return the handoff since the strike: it is under way, or over. */
function handoffOf(election, since) {
  const { handoff, last_handoff: last } = election ?? {};
  const isSince = ({ at }) => Math.max(...Object.values(at).map(Number)) >= since;
  return [handoff, last].find((one) => one && isSince(one)) ?? null;
}
