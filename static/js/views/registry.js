// The views of the page. The centre column shows the chosen one; header, tree, recipe and events
// are shared by all. A view is one object, exported by views/<id>.js:
//
//   id, title    "lock", "Lock": in the address (#view=lock), on the tab, on test ids ("view-lock")
//   component    (view) => html of the centre column, drawn at every change. `view` is what main.js
//                hands to every view: {state, events, chosen, choose, page, actions, tree, clock,
//                hear, here, recipe, actor} and, for each subject (below), what is chosen of it:
//                view.election, view.lock, view.group; null where there is none
// and, where it has them:
//   subject      {name, section, first?}: what the view is about is one entry of state[section], by path.
//                {name: "lock", section: "locks"} makes view.lock, chosen.lock (its path), and puts
//                the path into the address: #view=lock&lock=/a. section null: any path of the tree.
//                first(state, chosen): the entry that is shown while none is chosen, null for none
//   recipe       (view) => a name in state.recipes: the pseudo-code shown while no candidate is
//                chosen. The chosen candidate's own recipe goes before
//   candidates   (view) => ids of the candidates in the drawing, in its order: ← and → walk them,
//                and the pseudo-code shows the line of the first that lives while none is chosen
//   places       (view) => paths whose events belong here, where that is not the subject's path
//   moment       (view) => {at, until} | null: what its events are told from in the list of what
//                happened, "+12 ms"; beside it, and in views without one, stands the time of day
//   roles        (view) => [{role, id, label?, ask?}]: whom kill, freeze … mean while no candidate is
//                chosen. id: the candidate's, or null; label: of somebody who is not a candidate of
//                ours; ask: {path, body} lets the dashboard say who holds the role ("roles/leader")
//   crew         (view) => {ids, of, ask}: the candidates whom Stop all stops, whose they are, and the call
//                {path, body} that does it, where they are not those of the subject's path
//   outlived     true where what is chosen, a node, outlives its process: it stays chosen when that ends
//   keys         [{key, does, run(view), name?, sees?, when?(view)}]: its own keys, before the shared
//                ones while it is shown. name: how the help writes it; sees: does not act on
//                anything, and so works read-only; when: only then
//   choices      {name: first value}: what its controls remember, in chosen.<name>, set by choose({})
//   tree         {search?, details?, choose?(view)}: in place of the tree's search, without the details
//                below it, and what a click in it sets
//   dialogs      {name: component}: shown by choose({dialog: name}), in the frame of dialog.js
//   help         (view) => html, a part of what `?` shows
//   words        {kind: (subject, data) => parts}, tones {kind: tone}: its events, as in words.js
//   tour         steps of the guided tour, from tour/<id>.js (the form is in tour/steps.js)
//
// Calls of its own are `view.actions.attempt("start-lock", "POST", "locks", {…})`, and the buttons
// look at view.page.busy.has("start-lock"). Shared controls: controls/start.js (how many, session
// timeout), controls/act.js (what happens to whom, Stop all), controls/paths.js (which path).
// Its looks are in css/<id>.css.
import { barrier } from "./barrier.js";
import { books } from "./books.js";
import { compare } from "./compare.js";
import { config } from "./config.js";
import { election } from "./election.js";
import { lock } from "./lock.js";
import { members } from "./members.js";
import { names } from "./names.js";
import { queue } from "./queue.js";
import { znodes } from "./znodes.js";

export const VIEWS = [election, compare, lock, members, config, names, barrier, queue, books, znodes];
export const SUBJECTS = VIEWS.flatMap(({ subject }) => subject ?? []);

/** The view of an id; the first one where there is none. */
export function viewOf(id) {
  return VIEWS.find((view) => view.id === id) ?? VIEWS[0];
}

/** The id of the view before or after, round and round. */
export function viewBeside(id, step) {
  const at = VIEWS.indexOf(viewOf(id));
  return VIEWS[(at + step + VIEWS.length) % VIEWS.length].id;
}

/** What the address names and the state does not have: {name, section, path} of the view's subject; else null. */
export function missingIn(state, chosen) {
  const { name, section } = viewOf(chosen.view).subject ?? {};
  const path = section && chosen[name];
  return state && path && !Object.hasOwn(state[section] ?? {}, path) ? { name, section, path } : null;
}

/** subject name -> its entry in the state: the chosen one; the first where none is chosen; else null. */
export function subjectsIn(state, chosen) {
  return Object.fromEntries(SUBJECTS.map((subject) => [subject.name, subjectIn(state, chosen, subject)]));
}

function subjectIn(state, chosen, { name, section, first = firstOf }) {
  const entries = state?.[section] ?? {};
  if (chosen[name]) return Object.hasOwn(entries, chosen[name]) ? entries[chosen[name]] : null;
  return state ? first(state, chosen, section) : null;
}

const firstOf = (state, chosen, section) => Object.values(state[section] ?? {})[0] ?? null;
