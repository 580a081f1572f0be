// A view that is about one subject, such as one lock: what all such views have, around what is their own.
import { html, useEffect } from "../html.js";
import { Reasons, Verdicts } from "../kit/checks.js";
import { Frame } from "./frame.js";

/** Draw a view by what it says of itself; see ViewDefinition of view.d.ts. */
export function Subject(view) {
  const { here, tree } = view;
  const { first, board: Board, round: Round } = here;
  const entry = view[here.subject.name];
  useEffect(() => {
    if (entry) here.opens?.(entry.path).forEach(tree.open);
  }, [entry?.path]);
  return html`
    <${Frame} ...${view} of=${entry ?? first} legend=${here.legend(view)} checks=${entry && html`<${Verdicts} of=${entry} words=${here.checks} />`}
      reasons=${entry && html`<${Reasons} of=${entry} />`}
      round=${Round && html`<${Round} ...${view} />`}>
      <${Board} ...${view} />
    <//>
  `;
}
