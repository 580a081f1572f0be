// Numbers that run on the page: a view that shows one is drawn again while it runs.
import { useEffect, useState } from "../html.js";

/** Draws the calling view again every `ms`; not at all where `ms` is null. */
export function useTicks(ms) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (ms === null) return undefined;
    const timer = setInterval(() => tick((ticks) => ticks + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
}
