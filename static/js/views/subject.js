// A view that is about one subject, such as one lock: what all such views have, around what is their own.
import { html, useEffect } from "../html.js";
import { Reasons, Verdicts } from "../kit/checks.js";
import { Frame } from "./frame.js";

/**
 * Draw a view by what it says of itself:
 *
 *   board     component: the drawing, which fills its box, and draws Empty, of kit/empty.js, while nobody is there
 *   round     component: the last round, in true proportion; see kit/round.js
 *   legend    () => [[sample, words]]: makes the samples at each drawing, as in kit/legend.js
 *   checks    its invariants in words, as in kit/checks.js
 *   opens     (path) => the paths that the tree opens for it; within: {name: null}, what chosen forgets with it
 *   controls  what the row of controls has, see kit/controls/bar.js; narrows: a component beside the choice of the subject, also read-only
 *   first     how it begins: {path, story, nobody(path), watching, says, button, busy, start(view, {path})}: the path
 *             of the first one, what the story says before, the empty drawing's words, what its button starts, and
 *             what page.busy has meanwhile
 *   another   how a further one is asked for, see kit/another.js: {label, note, title?, does?, busy?, start?, also?, more?, pattern?}
 */
export function Subject(view) {
  const { here, tree } = view;
  const { first, board: Board, round: Round } = here;
  const entry = view[here.subject.name];
  useEffect(() => {
    if (entry) here.opens?.(entry.path).forEach(tree.open);
  }, [entry?.path]);
  return html`
    <${Frame} ...${view} of=${entry ?? first} legend=${here.legend()} checks=${entry && html`<${Verdicts} of=${entry} words=${here.checks} />`}
      reasons=${entry && html`<${Reasons} of=${entry} />`}
      round=${Round && html`<${Round} ...${view} />`}>
      <${Board} ...${view} />
    <//>
  `;
}
