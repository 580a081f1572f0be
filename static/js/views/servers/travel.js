// A chip that has changed its place flies there in an arc.
import { isStill } from "../../still.js";

const TRAVEL_MS = 1100;
const STAGGER_MS = 90;
const EASING = "cubic-bezier(.5,0,.2,1)";

/** Return session → {home, box} of every chip inside, as drawn now. */
export function placesIn(element) {
  const chips = element?.querySelectorAll("[data-session]") ?? [];
  return new Map(
    [...chips].map((chip) => [
      chip.dataset.session,
      { home: chip.dataset.home, box: chip.getBoundingClientRect() },
    ]),
  );
}

/** Move the chips to their new places. before: what `placesIn` returned before the drawing. */
export function travel(element, before) {
  if (isStill() || !before.size) return;
  let delay = 0;
  for (const chip of element.querySelectorAll("[data-session]")) {
    const from = before.get(chip.dataset.session);
    if (!from || from.home === chip.dataset.home || !from.box.width) continue;
    fly(chip, from.box, chip.getBoundingClientRect(), delay);
    delay += STAGGER_MS;
  }
}

function fly(chip, from, to, delay) {
  const [x, y] = [from.left - to.left, from.top - to.top];
  const lift = -Math.min(70, 24 + Math.abs(x) / 6);
  chip.animate(
    [
      { transform: `translate(${x}px, ${y}px)`, zIndex: 4 },
      { transform: `translate(${x / 2}px, ${y / 2 + lift}px) scale(1.35)`, zIndex: 4 },
      { transform: "none", zIndex: 4 },
    ],
    { duration: TRAVEL_MS, delay, easing: EASING, fill: "backwards" },
  );
}
