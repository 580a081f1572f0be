// How long each client waits, how often it was served, and how fast the lock passes on.
import { milliseconds, plural, running, times, timesEach } from "../../format.js";
import { html } from "../../html.js";
import { Pick } from "../../kit/pick.js";
import { useTicks } from "../../kit/now.js";
import { Slowed } from "../../kit/slowed.js";
import { Term } from "../../kit/term.js";

const SHOWN = 8;
const FAULTS = {
  release: "released",
  kill: "killed",
  pause: "frozen",
  expire: "session expired",
  stop: "stopped",
  exit: "ended",
  deleted: "znode deleted",
  lost: "connection lost",
};

export function Times({ lock, clock, chosen, choose, slowed }) {
  const ids = [...new Set([...Object.keys(lock.waits), ...Object.keys(lock.asks)])].sort(byNumber);
  useTicks(Object.keys(lock.asks).length ? 100 : null);
  const now = clock.now();
  const longest = Math.max(500, ...ids.map((id) => Math.max(waitedOf(lock, id, now) ?? 0, lock.waits[id]?.max_ms ?? 0)));
  return html`
    <section class="lock-times" aria-label="Waiting times and fairness">
      <p class="handoff-title"><b>Waiting for the lock</b><${Fairness} lock=${lock} /><${Handovers} lock=${lock} />
        <${Slowed} slowed=${slowed} path=${lock.path} /></p>
      <ul class="waits">
        ${ids.slice(-SHOWN).map(
          (id) => html`<${Wait} key=${id} id=${id} lock=${lock} now=${now} longest=${longest}
          chosen=${chosen.candidate === id} choose=${choose} />`,
        )}
        ${!ids.length && html`<li class="soft">No client has waited for it yet.</li>`}
        ${ids.length > SHOWN && html`<li class="soft">and ${ids.length - SHOWN} more</li>`}
      </ul>
    </section>
  `;
}

function byNumber(one, other) {
  return Number(one.slice(1)) - Number(other.slice(1));
}

function waitedOf(lock, id, now) {
  return lock.asks[id] ? Math.max(0, (now - lock.asks[id].at) * 1000) : null;
}

const NONE = { count: 0, last_ms: null, total_ms: 0, max_ms: 0, finished: 0, abandoned: 0, gave_up: 0 };

function Wait({ id, lock, now, longest, chosen, choose }) {
  const waits = { ...NONE, ...lock.waits[id] };
  const waiting = waitedOf(lock, id, now);
  const mean = waits.count ? waits.total_ms / waits.count : null;
  const share = (ms) => (100 * Math.min(ms, longest)) / longest;
  const until = lock.asks[id]?.until;
  return html`
    <li class=${`wait ${waiting === null ? "" : "is-waiting"} ${chosen ? "chosen" : ""}`} data-testid=${`wait-${id}`}
      data-count=${waits.count} data-gave-up=${waits.gave_up}>
      <${Pick} id=${id} isChosen=${chosen} choose=${choose} />
      <span class="wait-bar" aria-hidden="true"><i style=${{ transform: `translateX(${share(waiting ?? waits.last_ms ?? 0) - 100}%)` }}></i>
        ${mean !== null && html`<u style=${{ left: `${share(mean)}%` }} title=${`mean ${milliseconds(mean)}`}></u>`}</span>
      <span class="number">${sentence(waits, waiting, mean)}${
        typeof until === "number" && html`, gives up in ${running(until - now)}`
      }</span>
      ${waits.gave_up > 0 && html`<em class="tone-lost">gave up ${times(waits.gave_up)}</em>`}
      ${waits.abandoned > 0 && html`<em class="tone-dead">${plural(waits.abandoned, "task")} lost halfway</em>`}
    </li>
  `;
}

function sentence({ count: served, last_ms, max_ms }, waiting, mean) {
  const now = waiting === null ? (last_ms === null ? "" : `last ${milliseconds(last_ms)}`) : `waits ${running(waiting / 1000)}`;
  if (!served) return now;
  return `${now} · mean ${milliseconds(mean)} · longest ${milliseconds(max_ms)} · served ${times(served)}`;
}

function Fairness({ lock: { fairness, waits } }) {
  const { served, overtaken, even } = fairness;
  const counts = Object.values(waits).map(({ count }) => count);
  if (!served) return null;
  return html`
    <span data-testid="fairness" title=${`Jain's fairness index is ${even}: at 1, all clients were served equally often`}>served ${times(served)}${
      overtaken ? html`, <b class="tone-dead">${overtaken} out of turn</b>` : ", each in its turn"
    }${` · ${plural(counts.length, "client")}, ${timesEach(counts)}`}</span>
  `;
}

function Handovers({ lock: { handovers } }) {
  const known = Object.entries(handovers ?? {});
  if (!known.length) return null;
  return html`
    <span class="handovers" data-testid="handovers"><${Term} text="hand-over" /> after ${known.map(
      ([fault, { count, last_ms, total_ms }], at) => html`${at ? ", " : ""}<span key=${fault} data-fault=${fault}
        title=${`${plural(count, "hand-over")}, mean ${milliseconds(total_ms / count)}`}>${FAULTS[fault] ?? fault} <b
        class="number">${milliseconds(last_ms)}</b></span>`,
    )}</span>
  `;
}
