// The numbers along time: a dot each, in the colour of its term. What is between two terms is a hole.
// Places are shares of the strip's width, so that time passes by moving one element.
import { milliseconds, running } from "../../format.js";
import { html, useLayoutEffect, useRef } from "../../html.js";

const WINDOW_S = 20; // what the strip shows
const SEEN_S = WINDOW_S - 0.2; // a mark further to the left would be cut
const REBASE_S = 60; // places are counted from a moment not longer ago than this
const SILENT_S = 0.75; // longer than between two numbers: nobody works
const COLOURS = 6;
const MOVE_MS = 50;
const STILL_MS = 1000;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const ahead = () => (STILL.matches ? STILL_MS / 1000 : 0); // what comes until the track moves again has its room

/** Whether the numbers have stopped. */
export function isSilent({ at }, now) {
  return typeof at === "number" && now - at > SILENT_S;
}

export function Strip({ work, clock, isIdle }) {
  const track = useRef(null);
  const base = Math.floor(clock.now() / REBASE_S) * REBASE_S;
  useMotion(track, clock, base, typeof work.at === "number" && clock.now() - work.at < 2 * WINDOW_S);
  const silent = isSilent(work, clock.now());
  const since = clock.now() - WINDOW_S - 1;
  const writes = inOrder(work).filter(({ at }) => at > since);
  const gaps = (work.gaps ?? []).filter(({ ended }) => ended > since);
  return html`
    <div class="strip" role="img" aria-label=${described(work)} data-testid="strip">
      <div class="strip-track" ref=${track}>
        ${gaps.map((gap) => html`<${Gap} key=${gap.ended} ...${gap} base=${base} since=${since} />`)}
        ${writes.map((write, at) => html`<${Dot} key=${write.at} ...${write} base=${base}
          isFirst=${isFirst(writes, at, clock.now() + ahead() - SEEN_S)} isLast=${!silent && at === writes.length - 1} />`)}
      </div>
      ${silent && html`<div class="strip-still"><${OpenGap} work=${work} now=${clock.now()} isIdle=${isIdle} /></div>`}
      <span class="strip-now" aria-hidden="true">now</span>
    </div>
  `;
}

/** Time passes without drawing anew: the track moves, by its own width in a window's time. */
function useMotion(track, clock, base, moves) {
  useLayoutEffect(() => {
    const move = () => {
      const seconds = WINDOW_S - (clock.now() + ahead() - base);
      if (track.current) track.current.style.transform = `translateX(${share(seconds)})`;
    };
    move();
    if (!moves) return undefined;
    const timer = setInterval(move, STILL.matches ? STILL_MS : MOVE_MS);
    return () => clearInterval(timer);
  }, [base, moves]);
}

const inOrder = ({ writes }) => Object.values(writes ?? {}).sort((a, b) => a.at - b.at);
const share = (seconds) => `${((seconds / WINDOW_S) * 100).toFixed(3)}%`;

/** A number that begins what is seen of its term, since `since`, says whose it is. */
function isFirst(writes, at, since) {
  const counts = (write) => write.verdict === "accepted" && write.at > since;
  if (!counts(writes[at])) return false;
  return writes.slice(0, at).findLast(counts)?.epoch !== writes[at].epoch;
}

/** The same candidate has the same colour in every term. */
export function colourOf(candidate) {
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

/** The hole that is still growing ends at now. */
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
