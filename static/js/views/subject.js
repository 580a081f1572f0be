// The frame of a view that is about one subject, such as one lock: what all such views have, around what is their own.
import { html, useEffect } from "../html.js";
import { Bar } from "../kit/controls/bar.js";
import { Checks } from "../kit/checks.js";
import { Hint } from "../kit/hint.js";
import { Legend } from "../kit/legend.js";
import { Story } from "../kit/story.js";
import { Servers } from "./servers.js";

/**
 * Draw a view by what it says of itself:
 *
 *   board     component: the drawing, which draws Empty, of kit/empty.js, while nobody is there
 *   above     component, over the drawing once there is a subject
 *   legend    () => [[sample, words]]: makes the samples at each drawing, as in kit/legend.js
 *   foot      component, below once there is a subject; checks: its invariants in words, as in kit/checks.js
 *   opens     (path) => the paths that the tree opens for it; within: {name: null}, what chosen forgets with it
 *   controls  component: what the bar has beside the choice of the subject; narrows: what it has there also read-only
 *   first     how it begins: {path, story, nobody(path), watching, says, button, busy, start(view, {path})}: the path
 *             of the first one, what the story says before, the empty drawing's words, what its button starts, and
 *             what page.busy has meanwhile
 *   another   how a further one is asked for, see kit/another.js: {label, note, title?, does?, busy?, start?, also?, more?, pattern?}
 */
export function Subject(view) {
  const { here, clock, tree } = view;
  const { first, board: Board, above: Above, foot: Foot } = here;
  const entry = view[here.subject.name];
  useEffect(() => {
    if (entry) here.opens?.(entry.path).forEach(tree.open);
  }, [entry?.path]);
  return html`
    <${Story} of=${entry ?? first} state=${view.state} clock=${clock} />
    <${Hint} ...${view} />
    <${Bar} ...${view} />
    ${entry && Above && html`<${Above} ...${view} />`}
    <${Board} ...${view} />
    <${Servers} ...${view} />
    <${Legend} of=${here.legend()} />
    <div class="foot">
      ${entry && Foot && html`<${Foot} ...${view} />`}${entry && html`<${Checks} of=${entry} words=${here.checks} />`}
    </div>
  `;
}
