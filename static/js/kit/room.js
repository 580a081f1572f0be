// The room of a drawing: a drawing fills the box that it is given, and all of it grows with that box.
import { html, useLayoutEffect, useRef, useState } from "../html.js";
import { sizesInPixels } from "../rem.js";
import { isReached } from "../servers.js";

const SMALLEST = 0.72; // the smallest type of a drawing, in its own rem
const MOST_GROWTH = 2.4;
const STEP = 1.04;
const CHECKS = 1.6; // rem of the page at the top right, where the checks stand; for a projector they stand above the room

/**
 * Return the room of a drawing in a box: {width, height, top} in the drawing's rem, and that rem in pixels. It is the
 * largest in which the drawing fits; for a projector, where it fits with no type that the last row can read, with a smaller
 * one. Where it fits in none, the room is higher than the box, which scrolls, with type that can be read.
 * need(width, top, isLast): the height that the drawing needs at this width, Infinity where it would rather have a smaller
 * rem and be wider; isLast: there is none; top: the height at the right that is not the drawing's. least: the size of the smallest type, in pixels.
 */
function roomIn({ width, height }, need, { rem, least }) {
  const smallest = Math.max(rem, least / SMALLEST);
  const room = (size, isLast = false) => {
    const [wide, top] = [width / size, least ? 0 : (CHECKS * rem) / size];
    const needed = need(wide, top, isLast);
    return { width: wide, height: Math.max(height / size, needed), top, rem: size, fits: needed <= height / size };
  };
  for (let size = Math.max(rem * MOST_GROWTH, smallest); size > smallest; size /= STEP) if (room(size).fits) return room(size);
  for (let size = smallest; size > rem; size /= STEP) if (room(size, true).fits) return room(size, true);
  return room(smallest, true);
}

/** Return {ref, width, height, top, rem}: the room in the box that has this ref; rem is null until the box is measured. */
function useRoom(need) {
  const ref = useRef(null);
  const [box, measured] = useState(null);
  useLayoutEffect(() => {
    const measure = () => ref.current && measured({ width: ref.current.offsetWidth, height: ref.current.offsetHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current);
    measure();
    return () => observer.disconnect();
  }, []);
  return { ref, ...(box?.width ? roomIn(box, need, sizesInPixels()) : { width: 0, height: 0, top: 0, rem: null }) };
}

/** Draw a board in its room. data: attributes; draw: (room) => what is drawn in it, where var(--rem) is the drawing's rem. */
export function Room({ need, looks, data, draw, ...view }) {
  const room = useRoom(need);
  useWalks(room.ref);
  const stale = view.page.status.state !== "connected" || !isReached(view.state);
  const size = room.rem && { "--rem": `${room.rem}px`, width: `calc(${room.width} * var(--rem))`, height: `calc(${room.height} * var(--rem))` };
  return html`
    <div class="room" ref=${room.ref}>${
      room.rem && html`<div class=${`room-drawing ${looks} ${stale ? "stale" : ""}`} style=${size} ...${data} onKeyDown=${walk}>${draw(room)}</div>`
    }${view.onProcess && html`<${Beside} ...${view} box=${room.ref} />`}</div>
  `;
}

/** Return a style's value: so many of the drawing's rem. */
export const rems = (count) => `calc(${count.toFixed(3)} * var(--rem))`;

/** Return the style of what is drawn at a place. */
export const placed = ({ x, y }) => `left: ${rems(x)}; top: ${rems(y)}`;

const PROCESSES = ".person-disc, .member-process, .book-process, .subscriber";
const ZNODES = "button:not(.member-process, .person-disc, .book-process, .beside-chosen *)";

/** Make the processes one tab stop, and the znodes another; the focus goes where the choice goes. */
function useWalks(box) {
  useLayoutEffect(() => {
    const all = [PROCESSES, ZNODES].map((kind) => [...box.current.querySelectorAll(kind)]);
    for (const some of all) {
      const chosen = some.find((one) => one.getAttribute("aria-pressed") === "true");
      const stop = chosen ?? some.find((one) => one === document.activeElement) ?? some[0];
      for (const one of some) one.setAttribute("tabindex", one === stop ? "0" : "-1");
    }
    const chosen = all[0].find((one) => one.getAttribute("aria-pressed") === "true");
    if (chosen && all[0].includes(document.activeElement)) chosen.focus();
  });
}

const ALONG = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };

/** Walk along with a key; of the processes the page itself chooses the one before or after. */
function walk(event) {
  const step = ALONG[event.key];
  const process = event.target.matches(PROCESSES);
  if (!step || (process && /Left|Right/.test(event.key))) return;
  const all = [...event.currentTarget.querySelectorAll(process ? PROCESSES : ZNODES)].filter((one) => !one.disabled);
  const at = all.indexOf(event.target);
  if (at < 0) return;
  event.preventDefault();
  const next = all[Math.min(all.length - 1, Math.max(0, at + step))];
  next.focus();
  if (process && next.getAttribute("aria-pressed") !== "true") next.dispatchEvent(new MouseEvent("click", { bubbles: true }));
}

const GAP = 4; // px between the chosen process and what acts on it
const FAR = 100; // px, the most that this is away from it
const PACE = 12; // px between the places that are tried
const WORDS_MS = 500; // until words that have changed are looked at

/** Draw what acts on the chosen process near it, where it lies over nothing; where there is no such place, the row of controls has the same. */
function Beside({ box, ...view }) {
  const slot = useRef(null);
  const keeper = useRef(null);
  const { onProcess: OnProcess } = view;
  useLayoutEffect(() => {
    keeper.current = keepBeside(box.current, slot.current);
    return keeper.current.end;
  }, []);
  useLayoutEffect(() => keeper.current.look());
  return html`<div class="beside-chosen" ref=${slot}><${OnProcess} ...${view} /></div>`;
}

/**
 * Keep a slot beside the chosen process of a room. look(): at once where that one is another or has moved;
 * otherwise a little later, for all drawings until then: it reads all words of the picture.
 */
function keepBeside(room, slot) {
  let seen = ""; // where the chosen process is, and how wide the slot
  let timer = null;
  const chosenOne = () => room.querySelector(`:is(${PROCESSES})[aria-pressed="true"]`);
  room.addEventListener("transitionend", place);
  return { look, end };

  function look() {
    const chosen = chosenOne();
    const boxes = chosen ? [chosen, room].map((one) => one.getBoundingClientRect()) : [];
    const at = boxes.map(({ x, y, width, height }) => [x, y, width, height, slot.offsetWidth].map(Math.round)).join();
    if (at !== seen) place();
    else if (at) timer ??= setTimeout(place, WORDS_MS);
    seen = at;
  }

  function place() {
    clearTimeout(timer);
    timer = null;
    const chosen = chosenOne();
    slot.hidden = !chosen; // what is hidden has no size
    if (!chosen) return;
    const [outer, disc, own] = [room, chosen, slot].map((one) => one.getBoundingClientRect());
    const drawn = drawnIn(room);
    const free = placesBeside(disc, own, outer).find((place) => isFree(place, own, drawn));
    slot.hidden = !free;
    if (free) Object.assign(slot.style, { left: `${free.x - outer.left}px`, top: `${free.y - outer.top + room.scrollTop}px` });
  }

  function end() {
    clearTimeout(timer);
    room.removeEventListener("transitionend", place);
  }
}

/** Return the places {x, y} for what has a size, within the outer box and not over the disc, the nearest to it first; of equals the one at its right. */
function placesBeside(disc, { width, height }, outer) {
  const [right, bottom] = [outer.right - width, outer.bottom - height];
  const places = [];
  const steps = (from, to, middle) => {
    const found = [middle];
    for (let by = PACE; middle - by >= from || middle + by <= to; by += PACE) found.push(middle - by, middle + by);
    return found;
  };
  const across = [...steps(disc.left - width - FAR, disc.right + FAR, disc.left + (disc.width - width) / 2), disc.right + GAP, disc.left - GAP - width];
  const along = [...steps(disc.top - height - FAR, disc.bottom + FAR, disc.top + (disc.height - height) / 2), disc.bottom + GAP, disc.top - GAP - height];
  for (const x of across) {
    for (const y of along) {
      if (x < outer.left || x > right || y < outer.top || y > bottom) continue;
      const away = [Math.max(x - disc.right, disc.left - x - width), Math.max(y - disc.bottom, disc.top - y - height)];
      if (Math.max(...away) < GAP) continue;
      const aside = Math.abs(y + height / 2 - disc.top - disc.height / 2) / 4 + (x < disc.left ? 1 : 0);
      places.push({ x, y, away: Math.hypot(...away.map((one) => Math.max(0, one))) + aside });
    }
  }
  return places.sort((one, other) => one.away - other.away);
}

/** Return the boxes of the words and the processes of the picture that the room is in. */
function drawnIn(room) {
  const drawn = [...room.querySelectorAll(PROCESSES)].map((one) => one.getBoundingClientRect());
  const words = document.createTreeWalker(room.closest("[data-picture]") ?? room, NodeFilter.SHOW_TEXT, ({ nodeValue, parentElement }) =>
    nodeValue.trim() && !parentElement.closest(".beside-chosen, title, .sr") ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
  );
  const range = document.createRange();
  while (words.nextNode()) {
    range.selectNodeContents(words.currentNode);
    drawn.push(...range.getClientRects());
  }
  return drawn;
}

/** Return whether a size at a place covers none of the others. */
const isFree = ({ x, y }, { width, height }, others) =>
  !others.some(({ left, top, right, bottom }) => left < x + width && right > x && top < y + height && bottom > y);
