// The line between the workbench and the console: dragged, moved by keys, folded by a double click.
import { html, useRef } from "../html.js";
import { remInPixels } from "../rem.js";

const SMALLEST = 12; // rem: a smaller console is folded
const STEP = 3;
const USUAL = 16;

export function Split({ chosen, choose, children }) {
  const room = useRef(null);
  const height = chosen.consoleHeight;
  const set = (rem) => choose({ consoleHeight: rem < SMALLEST / 2 ? 0 : Math.max(SMALLEST, Math.min(48, rem)) });
  const fold = () => set(height ? 0 : USUAL);
  const keys = { ArrowUp: () => set((height || SMALLEST - STEP) + STEP), ArrowDown: () => set(height <= SMALLEST ? 0 : height - STEP), Enter: fold };
  const move = (event) => {
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  };
  return html`
    <div class="split-line">
      <div class="split" role="slider" aria-orientation="vertical" aria-label="Height of the console" aria-valuenow=${height} aria-valuemin="0"
        aria-valuemax="48" tabindex="0" data-testid="split" title="Drag it, or press ↑ ↓; a double click folds or opens the console" onKeyDown=${move}
        onDblClick=${fold} ...${useDrag(room, set)}></div>
      <button class="filter only" data-testid="fold-console" aria-expanded=${height > 0} onClick=${fold}>${height ? "▾" : "▸"} console</button>
    </div>
    <div class="console-room" ref=${room} hidden=${!height} style=${{ height: `${height}rem` }}>${children}</div>
  `;
}

/** Return what lets a pointer drag the line until that ends: the button is released, or the browser takes the touch for itself. */
function useDrag(room, set) {
  const bottom = useRef(null); // of the room, in px, while the line is dragged
  return {
    onPointerDown: (event) => {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      bottom.current = room.current.hidden ? event.clientY : room.current.getBoundingClientRect().bottom;
    },
    onPointerMove: ({ clientY }) => bottom.current !== null && set((bottom.current - clientY) / remInPixels()),
    onLostPointerCapture: () => (bottom.current = null),
  };
}
