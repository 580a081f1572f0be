// The middle of a long chain, folded into a count; a click opens it.
import { html } from "../../html.js";
import { Moving, pure } from "./moving.js";

/** Return the part that draws a fold. */
export function foldOf({ key, folded }, { places, sizes, isRace }) {
  return { of: Fold, x: places.x(key), count: folded.length, sizes, hub: Boolean(places.hub), isRace };
}

const Fold = pure(({ count, sizes, hub, isRace, tools, x, ...rest }) => {
  const { foldWidth, type, znodeY, znodeHeight } = sizes;
  const { top, bottom, middle } = extent(sizes, hub);
  const across = { x: -foldWidth / 2, width: foldWidth };
  const onKey = (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), tools.unfold());
  return html`
    <${Moving} class="fold" data-testid="fold" role="button" aria-label=${`${count} more candidates: open`} x=${x} tools=${tools} ...${rest} onClick=${tools.unfold} onKeyDown=${onKey}>
      <rect class="first" rx="14" ...${across} y=${top} height=${bottom - top} />
      <rect class="znodes" rx="9" ...${across} y=${znodeY - znodeHeight / 2} height=${hub && !isRace ? znodeHeight : 0} />
      <text class="fold-count" y=${middle}>${count}</text>${" "}
      <text class="fold-word" y=${middle + 1.5 * type.word}>more</text>
      <title>The middle of the chain: click to show all</title>
    <//>
  `;
});

/** Return the extent of a fold, from the processes down to their znodes; a znode that all watch stays in sight. */
function extent({ unit, processY, radius, znodeY, znodeHeight }, hub) {
  const top = processY - radius;
  if (hub) return { top: top - 5 * unit, bottom: processY + radius + 7 * unit, middle: processY - unit };
  return { top, bottom: znodeY + znodeHeight / 2, middle: (top + znodeY) / 2 };
}
