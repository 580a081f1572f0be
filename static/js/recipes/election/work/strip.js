// The numbers along time: a dot for each, in the colour of its term, and a hole between two terms.
// Places are shares of the strip's width, so that moving one element lets time pass.
import { clockTime, milliseconds, running } from "../../../format.js";
import { html, useLayoutEffect, useMemo, useRef } from "../../../html.js";
import { isStill } from "../../../still.js";

const WINDOW_S = 20; // what the strip shows
const SEEN_S = WINDOW_S - 0.2; // a mark further to the left would be cut
const REBASE_S = 60; // places count from a moment at most this long ago
const SILENT_S = 0.75; // longer than the time between two numbers: nobody works
const COLOURS = 6;
const STILL_MS = 1000;
const ahead = () => (isStill() ? STILL_MS / 1000 : 0); // room for what comes until the track moves again

/** Tell whether the numbers have stopped. */
export function isSilent({ at }, now) {
  return typeof at === "number" && now - at > SILENT_S;
}

export function Strip({ work, clock, isLive, isIdle }) {
  const track = useRef(null);
  const base = Math.floor(clock.now() / REBASE_S) * REBASE_S;
  const isPast = clock.isPast();
  const moves = isLive && !isPast && typeof work.at === "number" && clock.now() - work.at < 2 * WINDOW_S;
  useMotion(track, clock, base, moves, isPast ? clock.now() : null);
  const silent = isSilent(work, clock.now());
  const now = Math.ceil(clock.now()); // in whole seconds: they last while the number of seconds of a hole runs
  const marks = useMemo(() => marksOf(work, { base, silent, now }), [work.writes, work.gaps, base, silent, now]);
  return html`
    <div class="strip" role="img" aria-label=${described(work)} data-testid="strip">
      <div class="strip-track" ref=${track}>${marks}</div>
      ${silent && html`<div class="strip-still"><${OpenGap} work=${work} now=${clock.now()} isIdle=${isIdle} /></div>`}
      <span class="strip-now" aria-hidden="true">${isPast ? clockTime(clock.wallOf(clock.now())) : "now"}</span>
    </div>
  `;
}

function marksOf(work, { base, silent, now }) {
  const since = now - WINDOW_S - 1;
  const writes = inOrder(work).filter(({ at }) => at > since);
  const gaps = (work.gaps ?? []).filter(({ ended }) => ended > since);
  return [
    ...gaps.map((gap) => html`<${Gap} key=${`gap ${gap.ended}`} ...${gap} base=${base} since=${since} />`),
    ...writes.map((write, at) => html`<${Dot} key=${write.at} ...${write} base=${base}
      isFirst=${isFirst(writes, at, now + ahead() - SEEN_S)} isLast=${!silent && at === writes.length - 1} />`),
  ];
}

/**
 * Let time pass without drawing again: the browser moves the track by its own width in a window's time. held: the moment
 * of the past that is shown.
 */
function useMotion(track, clock, base, moves, held) {
  useLayoutEffect(() => {
    const at = (moment) => `translateX(${share(WINDOW_S - (moment + ahead() - base))})`;
    const place = () => track.current?.style.setProperty("transform", at(clock.now()));
    place();
    if (!moves) return undefined;
    const timer = isStill() ? setInterval(place, STILL_MS) : null;
    const now = clock.now();
    const passing = timer === null ? track.current.animate({ transform: [at(now), at(now + REBASE_S)] }, REBASE_S * 1000) : null;
    return () => (clearInterval(timer), passing?.cancel());
  }, [base, moves, held]);
}

const inOrder = ({ writes }) => Object.values(writes ?? {}).sort((a, b) => a.at - b.at);
const share = (seconds) => `${((seconds / WINDOW_S) * 100).toFixed(3)}%`;

/** Tell whether a number is its term's first since `since`: it then says whose it is. */
function isFirst(writes, at, since) {
  const counts = (write) => write.verdict === "accepted" && write.at > since;
  if (!counts(writes[at])) return false;
  return writes.slice(0, at).findLast(counts)?.epoch !== writes[at].epoch;
}

/** Return the colour of a candidate, which it keeps in every term. */
function colourOf(candidate) {
  const number = Number(String(candidate ?? "").replace(/\D/g, "")) || 0;
  return `term-${number % COLOURS}`;
}

const TWICE = { damage: " twice" };
const MEANING = { accepted: "accepted", refused: "refused", damage: "handed out twice" };

function Dot({ at, candidate, number, verdict, base, isFirst: first, isLast: last }) {
  const title = `${number ?? "the count"}, by ${candidate}: ${MEANING[verdict]}`;
  return html`
    <i class=${`dot-write ${verdict} ${colourOf(candidate)}`} style=${{ left: share(at - base) }} title=${title}
      data-testid="write" data-verdict=${verdict} data-candidate=${candidate} data-number=${number}>
      ${first && html`<span class="whose">${candidate}</span>`}
      ${(last || verdict !== "accepted") && html`<span class="which">${number}${TWICE[verdict] ?? ""}</span>`}
    </i>
  `;
}

const FAULTS = {
  kill: "killed",
  pause: "frozen",
  expire: "expired",
  stop: "stopped",
  resign: "resigned",
  exit: "ended",
  behind: "set behind",
  cut: "cut off",
  deleted: "lost its znode",
};

function Gap({ began, ended, ms, from: whose, fault, base, since }) {
  const start = Math.max(began, since);
  const why = fault ? `${whose} ${FAULTS[fault] ?? fault}` : "";
  return html`
    <span class="hole" style=${{ left: share(start - base), width: share(ended - start) }} data-testid="gap"
      title=${`No number for ${milliseconds(ms)}${why && `: ${why}`}`} data-ms=${ms} data-fault=${fault}>
      <span>${milliseconds(ms)}<small>${why}</small></span></span>
  `;
}

/** Draw the hole that still grows: it ends at now. */
function OpenGap({ work, now, isIdle }) {
  const seconds = now - work.at;
  return html`
    <span class=${`hole open ${isIdle ? "idle" : ""}`} style=${{ width: share(Math.min(seconds, WINDOW_S)) }}
      data-testid="gap-open"><span>${running(seconds)} …</span></span>
  `;
}

function described({ term, count, refused, damage }) {
  const whose = term ? `${term} hands out numbers, ${count} so far` : "no number yet";
  return `The last ${WINDOW_S} seconds: ${whose}; ${refused} refused, ${damage} handed out twice`;
}
