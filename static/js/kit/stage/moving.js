// How the parts of the picture move: each from where it is drawn at that moment, by the Web Animations API.
import { Component, html, useLayoutEffect, useRef, useState } from "../../html.js";
import { same } from "../../store.js";
import { weave } from "../../weave.js";

const MOVE_MS = 480;
const MOVING = { duration: MOVE_MS, easing: "cubic-bezier(.65,0,.35,1)" };

/** Return a component that is drawn again only if one of its properties has changed. */
export const pure = (draw) =>
  class Pure extends Component {
    shouldComponentUpdate(next) {
      return !same(this.props, next);
    }

    render(props) {
      return draw(props);
    }
  };

/**
 * Draw each of the parts, {of: its component, key, …its properties}, in their order; one that goes fades at its place.
 * tools.moves: whether what changes now moves.
 */
export function Layer({ name, node, parts, tools, ...rest }) {
  const [, drawAgain] = useState(0);
  const drawn = useRef(new Map());
  const due = useRef(null);
  const now = performance.now();
  const present = new Map(parts.map((part) => [part.key, part]));
  const keys = weave([...drawn.current.keys()], [...present.keys()], () => tools.moves);
  const all = keys.map((key) => present.get(key) ?? leaving(drawn.current.get(key), now));
  drawn.current = new Map(all.filter(({ gone = Infinity }) => gone > now).map((part) => [part.key, part]));
  if (!due.current && all.some(({ leaves }) => leaves)) due.current = setTimeout(goOn, MOVE_MS); // one for all: many may leave at once
  return html`<g ref=${node} class=${`layer-${name}`} ...${rest}>${[...drawn.current.values()].map(({ of: Part, gone, ...part }) => html`<${Part} ...${part} tools=${tools} />`)}</g>`;

  function goOn() {
    due.current = null;
    drawAgain((times) => times + 1);
  }
}

const leaving = (part, now) => (part.leaves ? part : { ...part, leaves: true, gone: now + MOVE_MS });

/** Draw a group at (x, y), which comes into sight, goes to a new place, or fades as it leaves. farthest: it does not cross more than this. */
export function Moving({ x = 0, y = 0, farthest = Infinity, leaves = false, tools, children, ...rest }) {
  const node = useRef(null);
  const fading = useRef(null);
  useMove(node, [x, y], placeStyle, tools, farthest);
  useLayoutEffect(() => {
    if (!leaves) fading.current?.reverse();
    else if (tools.moves) fading.current = node.current.animate({ opacity: [1, 0, 0] }, MOVING);
  }, [leaves]);
  return html`<g ...${rest} ref=${node} transform=${`translate(${x},${y})`} style=${leaves ? "opacity: 0" : null} data-leaving=${leaves ? "" : null}>${children}</g>`;
}

/** Move a node to new numbers, for which styleOf returns the style; it comes into sight at the first ones, and at those that are too far. */
export function useMove(node, numbers, styleOf, tools, farthest = Infinity) {
  const way = useRef(null);
  useLayoutEffect(() => {
    const from = way.current && placeOf(way.current);
    way.current?.running?.cancel();
    way.current = { from, to: numbers };
    if (!tools.moves) return;
    if (from && Math.abs(numbers[0] - from[0]) <= farthest) way.current.running = node.current.animate([styleOf(from), styleOf(numbers)], MOVING);
    else node.current.animate({ opacity: [0, 0, 0, 1] }, MOVING); // once the others have made room
  }, numbers);
}

export const placeStyle = ([x, y]) => ({ transform: `translate(${x}px,${y}px)` });

function placeOf({ from, to, running }) {
  const share = running?.effect.getComputedTiming().progress ?? 1;
  return to.map((number, at) => (share === 1 ? number : from[at] + (number - from[at]) * share));
}
