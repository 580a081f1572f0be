// What says that the picture is one of the past, for the last row of a hall too; the colours of the page say it beside (time.css).
import { clockTime } from "../format.js";
import { html } from "../html.js";
import { replaysOf } from "../time/reel.js";
import { useTicks } from "./now.js";

const EVERY_MS = 500;

export function PastSign({ reel }) {
  const shown = reel.shown();
  useTicks(shown?.speed ? EVERY_MS : null);
  if (!shown || replaysOf(reel)) return null;
  return html`
    <p class="past-sign" data-testid="past-sign"><span class="past-when"><b><span aria-hidden="true">◷ </span>Past</b><span
      class="number"> · ${clockTime(shown.clock.wallOf(shown.clock.now()))}</span><span class="number past-event"> · event ${shown.store.seq}</span></span>
      <button class="primary" data-testid="past-leave" title="Return to now (End)" onClick=${reel.leave}>Back to live</button></p>
  `;
}
