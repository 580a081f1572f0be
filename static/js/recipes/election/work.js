// The leader's work: the numbers handed out, in whose term, and what fencing refused.
import { clockTime, hexZxid, milliseconds, plural, running } from "../../format.js";
import { html, useLayoutEffect, useMemo, useRef } from "../../html.js";
import { Ask } from "../../kit/dialog.js";
import { Running, useTicks } from "../../kit/now.js";
import { Part } from "../../kit/parts.js";
import { Term } from "../../kit/term.js";
import { isStill } from "../../still.js";
import { passageOf } from "./phases.js";

const RUNS_FAST_S = 60;

export const keys = [
  {
    key: "l",
    does: "turn fencing off, or on again",
    when: ({ election }) => hasWorked(election),
    unless: "No leader has worked here yet: there is nothing to fence",
    run: turnFencing,
  },
  {
    key: "0",
    does: "restart the count of the leader's writes",
    when: ({ election }) => Boolean(election?.work && isCounted(election.work)),
    unless: "No writes have been counted yet",
    run: reset,
  },
];

/** Tell whether there is work to show, or fencing to turn on again. */
const hasWorked = (election) => Boolean(election?.work && (election.work.epoch || !election.fencing));

/** Draw the work; nothing if no leader has worked yet. */
export function Work(view) {
  const { election, state, clock } = view;
  useTicks(pace(election?.work, clock.now()));
  if (!hasWorked(election)) return null;
  const { work, fencing } = election;
  return html`
    <section class="work" aria-label="The leader's work" data-testid="work" data-count=${work.count}>
      <div class="work-head">
        <h2>The leader's work</h2>
        <${Now} ...${view} />
        <${Counts} work=${work} passage=${passageOf(election)} />
        ${!state.read_only && html`<${Switch} ...${view} />`}
        ${state.read_only && !fencing && html`<span class="chip stale">fencing is off</span>`}
      </div>
      <${Strip} work=${work} clock=${clock} isLive=${view.page.status.state === "connected"} isIdle=${Boolean(excuse(view))} />
      <${Barred} ...${view} />
      <${Stale} work=${work} fencing=${fencing} clock=${clock} />
    </section>
  `;
}

/** Return the milliseconds between two drawings: few while a hole grows; null before the work begins. */
function pace(work, now) {
  if (typeof work?.at !== "number") return null;
  return isSilent(work, now) && now - work.at < RUNS_FAST_S ? 100 : 500;
}

/** Say why no numbers come although nothing is wrong; null if some should. */
function excuse({ election: { chain }, state }) {
  const [leader] = chain;
  if (!leader) return "Nobody leads";
  if (!leader.candidate) return "The leader is not a process of this dashboard, and writes elsewhere";
  const idle = state.candidates[leader.candidate]?.settings?.work === false;
  return idle ? `${leader.candidate} leads, but does no work` : null;
}

function Now(view) {
  const { work } = view.election;
  const now = view.clock.now();
  if (typeof work.at !== "number") return html`<p>${excuse(view) ?? "The leader is reading the count"}</p>`;
  if (!isSilent(work, now))
    return html`<p><b>${work.term}</b> hands out numbers: <b class="number">${work.count}</b></p>`;
  const why = excuse(view);
  const last = html`<b class="number">${work.count}</b>`;
  if (why) return html`<p>${why}; the last number was ${last}</p>`;
  return html`<p class="silent">No number for <span
    class="number">${running(now - work.at)}</span>, after ${last}</p>`;
}

function Counts({ work: { accepted, refused, gaps }, passage }) {
  const last = gaps?.at(-1);
  return html`
    <ul class="work-counts" aria-label="What became of the writes">
      ${last && html`<li data-testid="work-gap" title=${gapTitle(last, passage)}><${Term} text="last gap" /> <b
        class="number">${milliseconds(last.ms)}</b></li>`}
      <li data-testid="work-refused" class=${refused ? "is-refused" : ""}
        title=${`${plural(accepted, "write")} accepted`}><b class="number">${refused}</b> refused</li>
    </ul>
  `;
}

function gapTitle({ from, to, ms, fault }, passage) {
  const how = fault ? `, after a ${fault}` : "";
  return `From the last number of ${from} to the first of ${to}: ${milliseconds(ms)}${how}${passage?.gap === ms ? `; ${milliseconds(passage.ms)} of it is the handoff` : ""}`;
}

function Switch(view) {
  const { election, page } = view;
  const { path, fencing, work } = election;
  const does = fencing
    ? "On: a write from an earlier epoch is refused. Turn it off, and see the damage"
    : "Off: every write is taken. Turn it on again";
  return html`
    <span class="work-acts">
      <button role="switch" class="switch" aria-checked=${fencing} data-testid="fencing" title=${`${does} (l)`}
        disabled=${page.busy.has(`fencing ${path}`)} onClick=${() => turnFencing(view)}><i
          aria-hidden="true"></i>fencing ${fencing ? "on" : "off"}</button>
      <button class="quiet" data-testid="work-reset" disabled=${!isCounted(work) || page.busy.has(`reset ${path}`)}
        title="Restart this count; the numbers continue (0)" onClick=${() => reset(view)}>reset</button>
    </span>
  `;
}

function turnFencing({ election: { path, fencing }, actions }) {
  return actions.attempt(`fencing ${path}`, "POST", "elections/fencing", { path, on: !fencing });
}

function reset({ election: { path }, actions }) {
  return actions.attempt(`reset ${path}`, "POST", "elections/reset-work", { path });
}

/** Offer a way on if the store saw an epoch of another history, and so refuses the current leader. */
function Barred({ election, state, choose }) {
  const refused = barred(election);
  if (!refused || state.read_only) return null;
  return html`<button class="danger" data-testid="work-rebase" title="The store forgets which epochs it has seen; the numbers continue"
    onClick=${() => choose({ dialog: "rebase-work" })}>Let the store begin this history…</button>`;
}

function barred({ work, epoch }) {
  return work?.barred && work.barred.epoch === epoch ? work.barred : null;
}

function Rebase({ election, actions, close }) {
  const refused = election && barred(election);
  if (!refused) return null;
  const act = () => {
    actions.attempt(`rebase ${election.path}`, "POST", "elections/rebase-work", { path: election.path });
    close();
  };
  return html`
    <${Ask} title="Let the store begin this ensemble's history?" keep="Keep refusing" does=${`Take ${refused.candidate}'s writes`} act=${act} close=${close}>
      <p>The store has seen the epoch <code>${hexZxid(refused.seen)}</code> of ${refused.holder}; the leader, ${refused.candidate}, has <code>${hexZxid(refused.epoch)}</code>.
        If ZooKeeper was set up again or restored, no epoch here will reach that one for a long time. The store will forget which epochs it has seen, and go on
        with the numbers. An earlier leader that still runs somewhere could then write again: make sure that no such leader runs.</p>
    <//>
  `;
}

export const dialogs = { "rebase-work": Rebase };

const isCounted = ({ accepted, refused, damage }) => accepted + refused + damage > 0;

const DO = "Freeze the leader past its session, then wake it";
const FENCED = `Each number carries its leader's epoch. ${DO}: its late write is refused.`;
const UNFENCED = `Fencing is off: a late write is taken. ${DO}, and see the damage.`;

/** Tell what happened with leaders of an earlier term: while two believe, and afterwards, with its time. */
function Stale({ work, fencing, clock }) {
  const stale = work.stale ?? [];
  const two = stale.findLast(({ believes }) => believes);
  const latest = two ?? stale.at(-1);
  const at = two ? null : (latest?.at ?? latest?.woke);
  const tone = two ? "two" : (latest?.verdict ?? (fencing ? "none" : "unfenced"));
  return html`
    <div class=${`work-stale ${tone}`} data-testid="work-stale" data-verdict=${latest?.verdict ?? ""}>
      ${(work.damage > 0 || !fencing) && html`<p class="damage" data-testid="work-damage"><b
        class="number">${work.damage}</b> numbers were handed out twice</p>`}
      <p><span aria-live="polite">${latest?.words.map((part) => html`<${Part} part=${part} />`)}</span>${at != null && html` <span
        class="soft number" data-testid="stale-at"><${Running} at=${at} clock=${clock} /> ago</span>`}${stale.length > 1 && html` <span
        class="soft">(${plural(stale.length - 1, "earlier one")})</span>`}
        ${!latest && (fencing ? FENCED : UNFENCED)}</p>
    </div>
  `;
}

const WINDOW_S = 20; // what the strip shows
const SEEN_S = WINDOW_S - 0.2; // a mark further to the left would be cut
const REBASE_S = 60; // places count from a moment at most this long ago
const SILENT_S = 0.75; // longer than the time between two numbers: nobody works
const COLOURS = 6;
const STILL_MS = 1000;
const ahead = () => (isStill() ? STILL_MS / 1000 : 0); // room for what comes until the track moves again

/** Tell whether the numbers have stopped. */
function isSilent({ at }, now) {
  return typeof at === "number" && now - at > SILENT_S;
}

function Strip({ work, clock, isLive, isIdle }) {
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
    const place = () => track.current?.style.setProperty("transform", at(clock.exact()));
    place();
    if (!moves) return undefined;
    const timer = isStill() ? setInterval(place, STILL_MS) : null;
    const now = clock.exact();
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
