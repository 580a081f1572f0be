// How fast the last change spread, and the list of changes.
import { askedBy, cut, hexZxid, milliseconds, percent, plural } from "../../format.js";
import { html } from "../../html.js";
import { Running } from "../now.js";
import { changesOf, hueOf, oneLine, subscribersOf } from "./values.js";

const SHOWN = 5;
const LEAST_MS = 4;
const MOST_NAMED = 6;
const WRITTEN = { deleted: "The deletion", since: "from the sending of the write to the last read", gone: "deleted", anybody: "by somebody else, ", counted: "change" };
const GROWS = "the mzxid only grows; the version is 0 again if the znode was created again";

/** Draw the last change: a mark for each subscriber, at the time when it had the value. */
export function Arrivals({ of: document, chosen, choose, words = WRITTEN }) {
  const change = changesOf(document).at(-1);
  if (!change) return null;
  const began = change.asked_at ?? change.at;
  const slept = change.slept ?? {};
  const all = Object.entries(change.told ?? {});
  const told = all.filter(([id]) => !slept[id]);
  const [back, late] = [true, false].map((has) => subscribersOf(document).filter(({ id }) => slept[id] && Boolean(change.told?.[id]) === has));
  const longest = Math.max(LEAST_MS, (change.within_ms ?? 0) * 1.08);
  return html`
    <section class="arrivals" aria-label="How fast it spread" data-testid="arrivals" data-told=${all.length} data-of=${change.of}
      data-number=${change.number}>
      <p class="handoff-title"><b>${change.what === "deleted" ? words.deleted : `“${cut(oneLine(change.value), 24)}”`}${change.of ? ` reached ${all.length} of ${change.of}` : ": nobody was there to be told"}</b>
        ${change.within_ms != null && change.asked_at != null && html`<span>${words.since}: <b class="number"
          data-testid="within">${milliseconds(change.within_ms)}</b></span>`}<${Spread} ...${document.spread} counted=${words.counted} /></p>
      ${told.length > 0 && html`<div class="arrival-line" aria-hidden="true"><i class="sent" title="the write was sent"></i>
        ${told.map(([id, at]) => {
          const ms = Math.max(0, (at - began) * 1000);
          return html`<button key=${`${change.number}-${id}`} type="button" tabindex="-1" class=${`arrival ${chosen.candidate === id ? "chosen" : ""} ${id === change.last ? "last" : ""}`}
            style=${{ left: percent(ms / longest), "--hue": hueOf(change.mzxid ?? null) ?? 0 }} title=${`${id}: ${milliseconds(ms)}`}
            onClick=${() => choose({ candidate: chosen.candidate === id ? null : id })}></button>`;
        })}
        <span class="arrival-scale number">0</span><span class="arrival-scale end number">${milliseconds(longest)}</span>
      </div>`}
      ${late.length > 0 && html`<p class="soft" data-testid="late">${namesOf(late)} could not be told.</p>`}
      ${back.length > 0 && told.length > 0 && html`<p class="soft" data-testid="back">${namesOf(back)} could not be told at once, and had it later.</p>`}
    </section>
  `;
}

/** "c1, c2" */
function namesOf(some) {
  const named = some.slice(0, MOST_NAMED).map(({ id }) => id);
  return [named.join(", "), ...(some.length > MOST_NAMED ? [`${some.length - MOST_NAMED} more`] : [])].join(" and ");
}

function Spread({ count, last_ms: last, max_ms: max, total_ms: total, counted }) {
  if (!count || last == null) return null;
  return html`<span class="number" data-testid="spread" data-count=${count}>${plural(count, counted)} so far: mean ${milliseconds(
    total / count,
  )}, longest ${milliseconds(max)}</span>`;
}

export function Changes({ of: document, clock, title = GROWS, words = WRITTEN }) {
  const latest = changesOf(document).reverse().slice(0, SHOWN);
  if (!latest.length) return null;
  return html`
    <section class="changes" aria-label="Changes">
      <p class="handoff-title"><b>Changes</b> ${title}</p>
      <ol>${latest.map((change) => html`<${Change} key=${change.number} change=${change} clock=${clock} words=${words} />`)}</ol>
    </section>
  `;
}

function Change({ change, clock, words }) {
  const { what, value, version, mzxid, recreated, at, by } = change;
  const deleted = what === "deleted";
  return html`
    <li class="change" style=${{ "--hue": hueOf(mzxid ?? null) ?? 0 }} data-testid="config-change" data-what=${what}
      data-recreated=${String(Boolean(recreated))}>
      ${!deleted && html`<i class="swatch" aria-hidden="true"></i>`}<b>${deleted ? words.gone : cut(oneLine(value), 32)}</b>
      ${!deleted && html`${version != null && html`<span class="number">version ${version}</span>`}<code>${hexZxid(mzxid)}</code>`}
      ${recreated && version != null && html`<em class="tone-lost">created again: versions cannot be compared</em>`}
      <span class="soft number">${by ? `${askedBy(change).trim()}, ` : words.anybody}<${Running} at=${at} clock=${clock} /> ago</span>
      <span class="told number">${toldWords(change)}</span>
    </li>
  `;
}

function toldWords({ told = {}, passed = {}, of }) {
  if (!of) return "nobody was there to be told";
  const passedOver = Object.keys(passed).length;
  return `${Object.keys(told).length} of ${of} had it${passedOver ? `, ${passedOver} skipped it for a later one` : ""}`;
}
