// Long lists: only the rows in sight are in the document. Glue between virtual-core and Preact.
import {
  Virtualizer,
  elementScroll,
  observeElementOffset,
  observeElementRect,
} from "./vendor/virtual-core/index.js";
import { useEffect, useLayoutEffect, useState } from "./html.js";

/** `options`: count, estimateSize(index), getScrollElement(), overscan, getItemKey. */
export function useVirtual(options) {
  const [, redraw] = useState(0);
  const complete = {
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: 8,
    ...options,
    onChange: () => redraw((times) => times + 1),
  };
  const [virtualizer] = useState(() => new Virtualizer(complete));
  virtualizer.setOptions(complete);
  useEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
