// Where the nodes are drawn: what travels between them is drawn on top, from disc to disc.
import { useLayoutEffect, useRef, useState } from "../../html.js";

/** Return [ref of the board, node -> {x, y} of its disc, in pixels of the board]. */
export function useSpots() {
  const board = useRef(null);
  const [spots, setSpots] = useState({});
  const look = () => {
    const found = board.current ? spotsIn(board.current) : {};
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

function spotsIn(board) {
  const outer = board.getBoundingClientRect();
  const discs = [...board.querySelectorAll("[data-anchor]")];
  return Object.fromEntries(
    discs.map((disc) => {
      const box = disc.getBoundingClientRect();
      return [disc.dataset.anchor, { x: Math.round(box.x - outer.x + box.width / 2), y: Math.round(box.y - outer.y + box.height * 0.12) }];
    }),
  );
}

const LOWEST = 26;
const HIGHEST = 62;

/** Return an arc from one disc over to another, higher the farther it is. */
export function arc(from, to) {
  const rise = Math.min(HIGHEST, LOWEST + Math.abs(to.x - from.x) * 0.07);
  const top = Math.max(6, Math.min(from.y, to.y) - rise);
  return `M${from.x} ${from.y}C${from.x + (to.x - from.x) * 0.2} ${top} ${from.x + (to.x - from.x) * 0.8} ${top} ${to.x} ${to.y}`;
}
