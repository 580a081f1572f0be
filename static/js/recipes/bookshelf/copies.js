// What goes from node to node: a request passed on to the leader, the copies of a book, the
// books that a node fetches to catch up. Each flies once, when the state first shows it.
import { hexZxid } from "../../format.js";
import { html, useLayoutEffect, useRef, useState } from "../../html.js";
import { Running } from "../../kit/now.js";
import { spineOf } from "./library.js";

const FETCHED_S = 3;
const STAYS_S = 5; // a write that is over is still drawn for a while
const MARKS = { stored: "✓", refused: "✗", lost: "?" };
const WORDS = { waiting: "to be sent", sent: "on its way", stored: "has it", refused: "refused", lost: "no answer" };

/** Return the write to draw: the one under way, else the last one while it is news. */
export function shownWrite(shelf, now) {
  const { write, last_write: last } = shelf;
  if (write) return write;
  return last && (now - last.ended < STAYS_S || isHalfDone(last, shelf)) ? last : null;
}

/** Tell whether it ended in the middle, and a node to which it was sent still runs. */
function isHalfDone({ outcome, copies }, { nodes }) {
  const runs = Object.keys(copies).some((id) => nodes[id]?.process === "running");
  return (outcome === "cut" || outcome === "refused") && runs;
}

/** Return [node, state of its copy], in the order of the nodes. */
export function copiesOf({ copies }) {
  return Object.entries(copies ?? {}).sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
}

export function Copies({ shelf, spots, now }) {
  const write = shownWrite(shelf, now);
  return html`
    <svg class="book-lines" aria-hidden="true">
      <${Links} shelf=${shelf} spots=${spots} />
      ${write && html`<${Request} write=${write} spots=${spots} />`}
      ${write && html`<${Arcs} write=${write} spots=${spots} />`}
    </svg>
    ${write && html`<${Flights} write=${write} spots=${spots} />`}
    <${Fetches} shelf=${shelf} spots=${spots} now=${now} />
  `;
}

/** Draw a line from the leader to each node that must get every book. */
function Links({ shelf, spots }) {
  const from = spots[shelf.leader];
  if (!from || shelf.nodes[shelf.leader]?.state !== "leading") return null;
  const others = shelf.in_sync.filter((id) => id !== shelf.leader && spots[id] && shelf.nodes[id]?.live);
  return others.map((id) => html`<path key=${`link-${id}`} class="book-link" d=${arc(from, spots[id])} />`);
}

function Request({ write, spots }) {
  const to = write.by ?? write.to;
  if (!spots[write.node] || !spots[to] || write.node === to) return null;
  return html`<path class="book-request" d=${arc(spots[write.node], spots[to])} />`;
}

function Arcs({ write, spots }) {
  const from = spots[write.by];
  if (!from) return null;
  return copiesOf(write).filter(([id]) => spots[id]).map(([id, how]) => html`
    <g key=${`${write.id}-${id}`} class=${`book-arc is-${how}`} data-testid=${`copy-${id}`} data-how=${how}>
      <title>${`${write.id}, from ${write.by} to ${id}: ${WORDS[how] ?? how}`}</title>
      <path d=${arc(from, spots[id])} />
    </g>`);
}

function Flights({ write, spots }) {
  const legs = [];
  if (write.node && (write.by ?? write.to) && write.node !== (write.by ?? write.to)) legs.push(["request", write.node, write.by ?? write.to, "request"]);
  for (const [id, how] of copiesOf(write)) if (how !== "waiting") legs.push([id, write.by, id, how]);
  return legs.filter(([, from, to]) => spots[from] && spots[to]).map(([name, from, to, how]) => html`
    <span key=${`${write.id}-${write.epoch}-${name}`} class=${`book-flight is-${how} ${spineOf(write.id).colour}`} aria-hidden="true"
      style=${`offset-path: path("${arc(spots[from], spots[to])}")`}><i></i>${MARKS[how] && html`<b>${MARKS[how]}</b>`}</span>`);
}

/** Draw the books that the leader sends to a node that catches up; mostly this is over at once. */
function Fetches({ shelf, spots, now }) {
  const behind = Object.entries(shelf.nodes)
    .filter(([id, { state, process }]) => state === "catching up" && process === "running" && id !== shelf.leader)
    .map(([id]) => ({ key: id, from: shelf.leader, to: id }));
  const done = shelf.changes
    .filter(({ what, at, books }) => what === "synced" && books > 0 && now - at < FETCHED_S)
    .map(({ node, from, at, books }) => ({ key: `${node} ${at}`, from, to: node, books }));
  return [...behind, ...done].filter(({ from, to }) => spots[from] && spots[to]).map(({ key, from, to, books }) => html`
    <span key=${`fetch-${key}`} class=${`book-fetch ${books ? "once" : ""}`} aria-hidden="true" style=${`offset-path: path("${arc(spots[from], spots[to])}")`}>
      <i></i><i></i><i></i>${books && html`<b class="number">+${books}</b>`}</span>`);
}

/** Show the last refused copy of a stale leader, and when that was. */
export function Refusal({ shelf, clock }) {
  const refused = shelf.refused.at(-1);
  if (!refused) return null;
  const { id, from, to, epoch, seen, at } = refused;
  return html`
    <p class="book-refusal" data-testid="book-refused"><b aria-hidden="true">✗</b>
      <span><b>${from}</b> sent “${id}” to <b>${to}</b> under epoch <code>${hexZxid(epoch)}</code>: <strong>refused</strong> <span
        class="number"><${Running} at=${at} clock=${clock} /></span> ago, because ${to} had seen <code>${hexZxid(seen)}</code>${
        shelf.refused.length > 1 ? html` <span class="soft">(${shelf.refused.length} copies were refused recently)</span>` : ""
      }</span></p>
  `;
}

/** Return [ref of the board, node -> {x, y, least} of its disc, in pixels of the board]; least: above it stands what is not the drawing's. */
export function useSpots(least) {
  const board = useRef(null);
  const [spots, setSpots] = useState({});
  const look = () => {
    const found = board.current ? spotsIn(board.current, least) : {};
    setSpots((last) => (JSON.stringify(last) === JSON.stringify(found) ? last : found));
  };
  useLayoutEffect(look);
  useLayoutEffect(() => {
    if (!board.current) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(board.current);
    return () => observer.disconnect();
  }, [board.current]);
  return [board, spots];
}

function spotsIn(board, least) {
  const outer = board.getBoundingClientRect();
  const discs = [...board.querySelectorAll("[data-anchor]")];
  return Object.fromEntries(
    discs.map((disc) => {
      const box = disc.getBoundingClientRect();
      return [disc.dataset.anchor, { x: Math.round(box.x - outer.x + box.width / 2), y: Math.round(box.y - outer.y + box.height * 0.12), least }];
    }),
  );
}

const LOWEST = 26;
const HIGHEST = 62;
const APEX = 0.75; // of the height of what draws the arc up

/** Return an arc from one disc over to another, higher the farther it is. */
function arc(from, to) {
  const rise = Math.min(HIGHEST, LOWEST + Math.abs(to.x - from.x) * 0.07);
  const highest = Math.min(from.y, to.y);
  const top = Math.max(highest - (highest - from.least) / APEX, highest - rise);
  return `M${from.x} ${from.y}C${from.x + (to.x - from.x) * 0.2} ${top} ${from.x + (to.x - from.x) * 0.8} ${top} ${to.x} ${to.y}`;
}
