// Long lists: only the rows in sight are in the document. Glue between virtual-core and Preact.
import {
  Virtualizer,
  elementScroll,
  observeElementOffset,
  observeElementRect,
} from "./vendor/virtual-core/index.js";
import { useEffect, useLayoutEffect, useState } from "./html.js";
import { remInPixels } from "./rem.js";

/**
 * Return a virtualizer.
 * @param {{rowRem: number, count: number, getScrollElement: () => Element, overscan?: number, getItemKey?: (at: number) => string}} options
 *   rowRem: the height of every row, in rem
 */
export function useVirtual({ rowRem, ...options }) {
  const height = rowRem * remInPixels();
  const [, redraw] = useState(0);
  const complete = {
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    estimateSize: () => height,
    overscan: 8,
    ...options,
    onChange: () => redraw((times) => times + 1),
  };
  const [virtualizer] = useState(() => new Virtualizer(complete));
  virtualizer.setOptions(complete);
  useEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());
  useEffect(() => virtualizer.measure(), [height]);
  return virtualizer;
}
