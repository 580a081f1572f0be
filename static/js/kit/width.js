// The width of a drawing whose places are in rem.
import { useEffect, useRef, useState } from "../html.js";
import { remInPixels } from "../rem.js";

/**
 * Return the width of the drawing in rem, as it changes.
 * @returns {[ref: {current: Element}, width: number]}
 */
export function useWidth() {
  const box = useRef(null);
  const [width, set] = useState(60);
  useEffect(() => {
    const measure = () => {
      if (!box.current) return; // the reader has left the view
      const rem = remInPixels();
      const style = getComputedStyle(box.current);
      const inner = box.current.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      set(inner / rem);
    };
    const observer = new ResizeObserver(measure);
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, [box.current]);
  return [box, width];
}
