// The guided tour as a card beside the page, and a ring around what it points to.
import { html, useEffect, useLayoutEffect, useRef } from "../html.js";
import { useTicks } from "../kit/now.js";
import { panel } from "../kit/panel.js";
import { PastSign } from "../kit/past.js";
import { Part } from "../kit/story.js";
import { isByTouch } from "../touch.js";
import { partsOf } from "../tour/steps.js";

const RING_EVERY_MS = 150;
const RING_ROOM = 5; // px around what it points to
const RING_GLOW = 20; // px that it takes around that, and more

export const Tour = panel((view) => {
  const shown = view.guide.shown();
  if (!shown) return null;
  const name = `${shown.chapter.id}-${shown.step.id}`;
  return html`<${Card} ...${view} ...${shown} name=${name} /><${Ring} key=${name} ...${view} ...${shown} />`;
});

function Card(props) {
  const { chapter, step, number, of, name, isDone, guide, reel } = props;
  const isPast = Boolean(reel.shown());
  useTicks(100);
  const heading = useRef(null);
  useEffect(() => heading.current.focus({ preventScroll: true }), []);
  return html`
    <section class=${`tour ${isDone ? "is-done" : ""} ${step.round ? "is-of-round" : ""}`} aria-label="Guided tour" data-testid="tour-card"
      data-step=${name} data-done=${isDone}>
      <p class="tour-place"><span><span class="tour-chapter">${chapter.title} · </span>${number + 1} of ${of}</span>
        <button class="icon" data-testid="tour-leave" title="Leave the tour (g); you can resume it later"
          onClick=${guide.leave}><span aria-hidden="true">✕</span><span class="sr">Leave the tour</span></button></p>
      <h2 ref=${heading} tabindex="-1">${step.title}</h2>
      <div class="tour-words" key=${name}>
        <p class="tour-text"><${Said} ...${props} said=${step.say} /></p>
        ${step.do && !isPast && html`<p class="tour-do"><${Tick} isDone=${isDone} /><span><${Said} ...${props} said=${step.do} /></span></p>`}
        ${step.do && isPast && html`<p class="tour-waits">You look at the past: this step waits until you are back.</p>`}
      </div>
      ${isPast && html`<${PastSign} reel=${reel} />`}
      <${Buttons} ...${props} />
      <p class="sr" role="status">${isDone && step.do ? `Done: ${step.title}` : ""}</p>
    </section>
  `;
}

function Said({ said, note, ...view }) {
  return partsOf(said, view, note, !isByTouch()).map((part) => html`<${Part} part=${part} now=${view.clock.now()} />`);
}

function Tick({ isDone }) {
  return html`<span class="tick" aria-hidden="true">${isDone ? "✓" : ""}</span>`;
}

function Buttons({ step, state, isDone, isFirst, isLast, guide, reel }) {
  const ready = isDone || !step.until;
  return html`
    <div class="tour-buttons">
      <button data-testid="tour-back" title="Back (,)" disabled=${isFirst} onClick=${guide.back}>Back</button>
      <span class="spring"></span>
      ${step.run && !reel.shown() && html`<button data-testid="tour-do" title="Do it for me (d)" disabled=${isDone || state.read_only}
        onClick=${guide.doIt}>Do it for me</button>`}
      <button class=${ready ? "primary" : ""} data-testid="tour-next" title="Next (.)"
        onClick=${guide.forward}>${isLast ? "End" : ready ? "Next" : "Skip"}</button>
    </div>
  `;
}

/** Draw the ring; if the reader is on another view, around the way there. */
function Ring({ chapter, step, note, isDone, ...view }) {
  const ring = useRef(null);
  const seen = useRef(null); // whether the step was done when its target was brought into sight
  useTicks(RING_EVERY_MS);
  useLayoutEffect(() => {
    const target = targetOf(chapter, step, note, view);
    if (target && seen.current !== isDone) bringIntoSight(target, isDone);
    if (target) seen.current = isDone;
    place(ring.current, target);
  });
  return html`<div class="tour-ring" ref=${ring} aria-hidden="true" data-testid="tour-ring" hidden></div>`;
}

/** Begin a step at the top of the view, where its sentence is, unless the target is further down; what a control has done shows at the top. */
function bringIntoSight(target, isDone) {
  target.closest(".centre")?.scrollTo({ top: 0 });
  if (!isDone || !target.closest(".deeds")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function targetOf(chapter, step, note, view) {
  if (view.here.id !== chapter.id) return at(`view-${chapter.id}`);
  const meant = typeof step.point === "function" ? step.point(view, note) : step.point;
  const found = [meant ?? []].flat().map(at).filter(Boolean);
  return found.find(isInSight) ?? wayTo(found[0]);
}

function at(testid) {
  return document.querySelector(`[data-testid="${CSS.escape(testid)}"]`);
}

function isInSight(element) {
  return element.checkVisibility({ visibilityProperty: true });
}

/** Return what opens the sheet that it is in, or the tab of its panel, if a narrow screen hides that panel. */
function wayTo(element) {
  const opener = element?.closest("[popover]")?.previousElementSibling;
  if (opener && isInSight(opener)) return opener;
  const panels = ["stage", "recipe", "events", "znodes", "work", "servers"];
  const panel = panels.find((name) => element?.closest(`.panel-${name}`));
  const tab = panel && at(`tab-${panel}`);
  return tab && isInSight(tab) ? tab : null;
}

/** Return the box around a target; what is on its way to it, or from it, is no part of it. */
function boxOf(target) {
  const parts = [...target.children].filter((part) => !part.matches(".arriving") && part.getClientRects().length);
  if (!(target instanceof SVGGElement) || !parts.length) return target.getBoundingClientRect();
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
  return { left, top, width: right - left, height: bottom - top };
}

/** Place the ring; what is in an open sheet, which lies over the ring, is outlined itself. */
function place(ring, target) {
  document.querySelector("[data-toured]")?.removeAttribute("data-toured");
  if (target?.closest("[popover]")) target.setAttribute("data-toured", "");
  ring.hidden = !target;
  if (!target) return;
  const { left, top, width, height } = boxOf(target);
  const [right, bottom] = [left + width, top + height];
  const seen = roomOf(target);
  ring.hidden = seen.top >= bottom || seen.bottom <= top || seen.left >= right || seen.right <= left;
  const cut = [seen.top - top, right - seen.right, bottom - seen.bottom, seen.left - left].map((by) => `${Math.max(-RING_GLOW, by) + RING_ROOM}px`);
  Object.assign(ring.style, {
    left: `${left - RING_ROOM}px`,
    top: `${top - RING_ROOM}px`,
    width: `${width + 2 * RING_ROOM}px`,
    height: `${height + 2 * RING_ROOM}px`,
    clipPath: `inset(${cut.join(" ")})`,
  });
}

/** Return the part of the window in which an element shows: what scrolls around it cuts it, the sentence that stays above, and the card. */
function roomOf(element) {
  const room = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  for (let one = element.parentElement; one && !one.matches("[popover]"); one = one.parentElement) {
    if (!/auto|scroll/.test(getComputedStyle(one).overflow)) continue;
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const story = one.matches(".centre") && !element.closest(".story") ? one.querySelector(".story") : null;
    const card = document.querySelector(".tour").getBoundingClientRect();
    const isUnder = card.left < right && card.right > left && card.top > top; // on a phone it is a sheet
    room.left = Math.max(room.left, left);
    room.top = Math.max(room.top, story?.getBoundingClientRect().bottom ?? top);
    room.right = Math.min(room.right, right);
    room.bottom = Math.min(room.bottom, isUnder ? card.top : bottom);
  }
  return room;
}
