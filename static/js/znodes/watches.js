// The watchers of this znode and of those below it, as far as they are known, and how they are known.
import { clockTime, count, plural } from "../format.js";
import { html, useEffect, useRef, useState } from "../html.js";
import { call, query } from "../rest.js";
import { useVirtual } from "../virtual.js";
import { useAnswer } from "../kit/asked.js";

const EVIDENCE = {
  wire: "seen in the protocol",
  server: "the server lists it",
  reported: "the candidate says so",
  inferred: "from the order alone",
};
const READ_AGAIN_MS = 3000;
const MOST = 5000;
const ROW_REM = 1.75;

export function Watches(view) {
  const { path, hear } = view;
  const times = useNews(hear);
  const here = useAnswer(() => call("GET", query("znodes", { path, limit: 1 })), [path, times]);
  const all = useAnswer(() => call("GET", query("watches", { under: path, limit: MOST })), [path, times]);
  const error = here.error ?? all.error;
  return html`
    ${error && html`<p class="note" role="alert">${error}</p>`}
    ${!error && !(here.answer && all.answer) && html`<p class="note" aria-busy="true">Reading …</p>`}
    ${here.answer && html`<${Here} ...${view} ...${here.answer} />`}
    ${all.answer && html`<${Below} ...${view} ...${all.answer} />`}
  `;
}

/** Count news of watches, and passing seconds: no event reports other programs' watches. */
function useNews(hear) {
  const [times, set] = useState(0);
  useEffect(() => {
    const again = () => set((last) => last + 1);
    const timer = setInterval(again, READ_AGAIN_MS);
    const deaf = hear((events) => events.some(({ kind }) => kind === "watches.listed") && again());
    return () => (clearInterval(timer), deaf?.());
  }, []);
  return times;
}

function Here({ watched_by: watchers, watches_told: told, clock, choose }) {
  return html`
    ${watchers.length > 0 && html`<table class="bench-stat" data-testid="watched-by"><tbody>
      ${watchers.map((one) => html`<tr key=${one.session} data-evidence=${one.evidence}>
        <th scope="row">${one.candidate ? html`<button onClick=${() => choose({ candidate: one.candidate })}>${one.candidate}</button>` : whoOf(one)}</th>
        <td>${one.session}</td><td class="soft">${knownBy(one, clock)}</td></tr>`)}
    </tbody></table>`}
    <p class="note" data-testid=${watchers.length ? "watches-told" : "no-watches"}>${watchers.length ? "" : `${noneWords(told)} `}${told.note}</p>
  `;
}

/** Say that nobody watches it, for sure only if every server has listed its watches. */
function noneWords({ complete, as_of: asOf }) {
  if (complete) return "No listed session watches it.";
  return asOf === null || asOf === undefined ? "Nobody is known to watch it." : "None of the lists names it.";
}

/** Name the owner of a session: a candidate, this dashboard, or a client at an address. */
function whoOf({ candidate, dashboard, client }) {
  return candidate ?? (dashboard ? "this dashboard" : (client ?? "another"));
}

function knownBy({ evidence, as_of: asOf, server }, clock) {
  const wall = clock.wallOf(asOf);
  const where = server && evidence === "server" ? `${server} lists it` : (EVIDENCE[evidence] ?? evidence);
  return wall === null ? where : `${where}, at ${clockTime(wall)}`;
}

function Below({ path, watches, truncated, choose, clock }) {
  const scroller = useRef(null);
  const virtual = useVirtual({
    count: watches.length,
    getScrollElement: () => scroller.current,
    rowRem: ROW_REM,
  });
  const title = `Who watches what${path === "/" ? "" : ", here and below"}`;
  const more = truncated ? `the first ${count(watches.length)} watches` : plural(watches.length, "watch").replace(/hs$/, "hes");
  return html`
    <h3 class="who-watches-title">${title} <span class="soft number">${more}</span></h3>
    <div class="scroller children who-watches" ref=${scroller} tabindex="0" data-testid="who-watches" data-count=${watches.length}
      role="group" aria-label=${`${title}: ${more}`}>
      <div class="rows" style=${{ height: `${virtual.getTotalSize()}px` }}>
        ${virtual.getVirtualItems().map(({ index, start }) => html`<${Row} key=${index} top=${start} one=${watches[index]} clock=${clock}
          pick=${(znode) => choose({ znode })} />`)}
      </div>
    </div>
  `;
}

function Row({ one, top, clock, pick }) {
  const who = whoOf(one);
  return html`
    <button class="row child who-watches-row" style=${{ transform: `translateY(${top}px)` }} data-testid="watch" data-path=${one.path}
      title=${`${one.path}: ${who}, session ${one.session}, ${knownBy(one, clock)}`} onClick=${() => pick(one.path)}>
      <code class="name"><bdi>${one.path}</bdi></code><span class="who"><bdi>${who}</bdi></span><code class="soft session">${one.session}</code></button>
  `;
}
