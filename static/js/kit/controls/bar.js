// The row of controls: what is shown, what starts processes, whom the verbs act on, the verbs, and kill apart from them.
import { html } from "../../html.js";
import { later } from "../later.js";
import { panel } from "../panel.js";
import { rolesOf } from "../../targets.js";
import { Act, Target } from "./act.js";
import { Paths, Start, entriesOf } from "./start.js";

const Onlooker = later(() => import("../../room/onlooker.js"), "Onlooker");
const ROOM = 4; // for roles and the view's own, beside the eight things that every view has

/**
 * Draw the row of any view: <${Bar} ...${view} />. It draws what `here.controls` says:
 *
 *   starts    (view) => [{name, word, what?, short?, title, why?, run}]: the ways to start processes, the first as a button
 *             of its own, which is named by `short`; name: what page.busy has meanwhile; what: more, for those who listen
 *   settings  component, in the sheet of start; verbs, more: components, in the row, and in the sheet "more"
 *   own       (view) => how many `verbs` there are; invites: (view) => whether starting may stand out
 *   deeds     (view) => what can be done to `onWhom` while no candidate is chosen, who has no role (the form is in act.js)
 *   when      (view) => whether there is anything to act on; paths: (view) => more props of Paths
 */
export const Bar = panel((view) => {
  const { state, here } = view;
  const { narrows: Narrows, controls: { own = () => 0, when = () => true } } = here;
  const choice = here.subject && choiceOf(view);
  const isFull = rolesOf(view).length + own(view) > ROOM;
  return html`
    <div class=${`controls ${isFull ? "full" : ""}`}>
      ${choice && html`<${Paths} ...${choice} />`}
      ${Narrows && html`<${Narrows} ...${view} />`}
      ${
        state.read_only
          ? html`<${Watches} ...${view} />`
          : when(view) && html`<${Start} ...${view} choice=${choice} /><${Target} ...${view} /><${Act} ...${view} />`
      }
    </div>
  `;
}, (view) => view.concerns(["work"])?.concat(view.page.you, view.page.room, view.page.shown?.address, view.page.led)); // work: four numbers a second

function choiceOf(view) {
  const { state, here, choose } = view;
  const { subject: { name, thing }, within, controls: { paths } } = here;
  return {
    label: thing[0].toUpperCase() + thing.slice(1),
    testid: name,
    value: view[name]?.path,
    entries: entriesOf(view),
    pick: (path) => choose({ [name]: path, candidate: null, unfolded: false, ...within }),
    other: state.read_only ? null : () => choose({ dialog: "another" }),
    ...paths?.(view),
  };
}

/** Draw the row of who cannot act: what somebody of an audience can, or that nobody can. */
export function Watches(view) {
  return view.page.you?.role === "audience" ? html`<${Onlooker} ...${view} />` : html`<span class="chip" data-testid="read-only">read-only: watching</span>`;
}
