// The stage by keys: it is one stop of the tab key; arrows, Home and End walk its processes and folds in their order.
import { useLayoutEffect, useRef, useState } from "../../html.js";

const STEPS = { ArrowRight: 1, ArrowLeft: -1, Home: 1, End: -1 };

/** Return {stop, …handlers of a layer}: the key of the stop to which the tab key leads. stops: {key, slot}, in their order. */
export function useWalk(layer, stops, { chosen, tools }) {
  const [last, stopAt] = useState(null); // the key of the stop that got the focus last
  const focused = useRef(null); // the node that has it
  const wanted = useRef(null); // the candidate that gets it when it is drawn: it was in a fold
  const nodes = () => [...layer.current.children].filter((node) => !("leaving" in node.dataset));
  const stopOf = (id) => id !== null && stops.find(({ slot }) => slot.process && slot.id === id);
  const isFocused = layer.current?.contains(document.activeElement);
  const stop = (isFocused && stops.find(({ key }) => key === last)) || stopOf(chosen.candidate) || stops[0];

  useLayoutEffect(() => {
    const found = stopOf(wanted.current);
    if (found) wanted.current = null;
    const goal = found ? nodes()[stops.indexOf(found)] : isFocused && focused.current; // a node that was moved has lost it
    if (goal && goal !== document.activeElement) goal.focus({ preventScroll: true });
  });

  return {
    stop: stop?.key,
    onFocusIn({ target }) {
      focused.current = target;
      stopAt(stops[nodes().indexOf(target)]?.key ?? null);
    },
    onKeyDown(event) {
      const step = STEPS[event.key];
      const at = nodes().indexOf(event.target);
      if (!step || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const to = event.key === "Home" ? 0 : event.key === "End" ? stops.length - 1 : at + step;
      if (stops[to]) goTo(to, step);
    },
  };

  /** Go to a slot; in a fold, to its first or last candidate of ours, which unfolds. */
  function goTo(at, step) {
    const { slot } = stops[at];
    const own = (slot.folded ?? [slot]).filter(({ id }) => id !== null);
    const id = own.at(step > 0 ? 0 : -1)?.id;
    if (slot.folded && id) wanted.current = id;
    else nodes()[at].focus();
    if (id && id !== chosen.candidate) tools.choose(id);
  }
}
