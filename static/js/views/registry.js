// The views of the page. The centre column shows the chosen one; header, tree, recipe and events
// are shared by all. A view is one object, exported as `view` by recipes/<name of the recipe>/view.js; the server
// lists them in recipes.js. Nothing outside that folder names the recipe: what others have to know of it is here:
//
//   id, title    "lock", "Lock": in the address (#view=lock), on the tab, on test ids ("view-lock")
//   component    (view) => html of the stage, such as Subject of subject.js, which names what else a view
//                says then, in the frame of frame.js; drawn when a fact in concerns.js has changed; running numbers
//                have kit/now.js, and what it keeps to itself has `heed`. `view` is what main.js
//                hands to every view: {state, events, chosen, choose, page, actions, acts, tree, clock, hear,
//                herald, onProcess (the actions on the chosen one, drawn beside it), slowed, pending (of pace.js), underWay (of time/reel.js), here, looking, known, concerns} and, for each subject
//                (below), what is chosen of it: view.election, view.lock, view.group; null if there is none
//   round        component: the last round of its subject, in true proportion, as kit/last_round.js draws it
// and, if it has them:
//   subject      {name, section, thing, wordOf?, lists?, chained?, first?}: what the view is about is one entry of state[section], by
//                path. {name: "lock", section: "locks"} makes view.lock, chosen.lock (its path), and puts
//                the path into the address: #view=lock&lock=/a. section null: any path of the tree.
//                thing: the word for one of them; wordOf(entry): a word about it beside its path; chained: its entries have a `chain`, whose members are
//                in an order; lists: the names of the lists below it, whose events belong here too; first(state, chosen): the entry that is shown while none is chosen, null for none
//   recipe       (view) => a name in state.recipes: the pseudo-code shown while no candidate is
//                chosen. The chosen candidate's own recipe comes first
//   instead      component, in place of the pseudo-code if there is none
//   work         component: the tables that its tab Work shows; column: the tab that the column shows first, if not "recipe"
//   group        "locks": the views of one group stand together in the header
//   absent       {why?(state, path), Offer?}: for a path that the address names but the state does not have: what is
//                known of it (null for nothing), and a component, a button, that does something about it
//   candidates   (view) => ids of the candidates in the drawing, in its order: ← and → walk them,
//                and the pseudo-code shows the line of the first that lives while none is chosen
//   places       (view) => paths whose events belong here, if not the subject's path
//   beside       ["-version"]: endings of the paths beside the subject's whose events belong here too
//   moment       (view) => {at, until} | null: the moment from which the list of what happened counts its
//                events, "+12 ms"; other events, and views without one, show the time of day
//   roles        (view) => [{role, id, label?, ask?}]: whom kill, freeze … act on while no candidate is
//                chosen. id: the candidate's, or null; label: the name of a member that is not a candidate
//                of ours; ask: {path, body} lets the dashboard say who holds the role ("roles/leader")
//   crew         (view) => {ids, of, ask}: the candidates that Stop all stops, what they belong to, and the call
//                {path, body} that does it, if they are not those of the subject's path
//   clears       (view) => [{path, section}]: the places whose leftovers "clear" deletes, if not the subject's
//   acts         further actions on its candidates, as ACTIONS in actions.js
//   strangers    (state) => [{session, name}]: the members that are not ours, with their names
//   leaders      (view) => [[session, words]]: the true leaders, marked wherever sessions are drawn
//   outlived     true if what is chosen, a node, outlives its process: it stays chosen when the process ends
//   keys         [{key, does, run(view), name?, sees?, when?(view)}]: its own keys, which go before the shared
//                ones while it is shown. name: how the help writes it; sees: it acts on
//                nothing, and so works read-only; when: it only works then
//   choices      {name: first value}: what its controls remember in chosen.<name>, set by choose({})
//   addressed    ["znodeTab"]: the ones of its choices that the address carries while it is shown
//   fleeting     like choices, but not remembered, and reset for another subject, like the chosen candidate
//   tree         {search?, details?, choose?(view)}: what replaces the tree's search, whether the details below it are
//                left out, and what a click in the tree sets
//   dialogs      {name: component}: shown by choose({dialog: name}) in the frame of kit/dialog.js; another: what
//                "another" asks for, see kit/another.js
//   help         (view) => html, a part of what `?` shows
//   everywhere   ["comparison"]: the families of events that every view shows
//   heed         (changed) => calls changed() whenever something has changed that the view keeps to itself
//   hints        what to try next, from hints.js beside it (the form is in kit/hint.js)
//   tour         () => imports tour.js beside it, whose `steps` are those of the guided tour (the form is in tour/steps.js)
//
// What is only drawn while the view is shown, such as its board, comes with kit/later.js: it is imported when the view is opened.
// Calls of its own are `view.actions.attempt("start-lock", "POST", "locks", {…})`, and the buttons
// look at view.page.busy.has("start-lock"). The parts of views are in kit/, such as controls/bar.js (the row of controls, from what
// a view says in `controls`), menu.js (what a button opens over the page).
// Its looks are in look.css beside it, which the page loads by itself.
import { ACTIONS } from "../actions.js";
import { RECIPES } from "../recipes.js";
import { view as znodes } from "../znodes/view.js";

export const VIEWS = [...RECIPES, znodes];
export const SUBJECTS = VIEWS.flatMap(({ subject }) => subject ?? []);
export const CHAINED = SUBJECTS.filter(({ chained }) => chained);

/** All actions on a candidate: the ones for every candidate, and those of single views. */
export const ACTS = [...ACTIONS, ...VIEWS.flatMap(({ acts }) => acts ?? [])];

/** Return the view of an id; without one, the first view. */
export function viewOf(id) {
  return VIEWS.find((view) => view.id === id) ?? VIEWS[0];
}

/** Return the id of the view before or after; after the last comes the first. */
export function viewBeside(id, step) {
  const at = VIEWS.indexOf(viewOf(id));
  return VIEWS[(at + step + VIEWS.length) % VIEWS.length].id;
}

/** Return {name, section, thing, path} of a subject that the address names but the state does not have; else null. */
export function missingIn(state, chosen) {
  const { name, section, thing } = viewOf(chosen.view).subject ?? {};
  const path = section && chosen[name];
  return state && path && !Object.hasOwn(state[section] ?? {}, path) ? { name, section, thing, path } : null;
}

/** Return what each view knows of its sessions, for the places that draw sessions. */
export function knownIn(shown) {
  return {
    strangers: () => VIEWS.flatMap(({ strangers }) => strangers?.(shown.state) ?? []),
    leaders: () => new Map(VIEWS.flatMap(({ leaders }) => leaders?.(shown) ?? [])),
  };
}

/** Return subject name -> its entry in the state: the chosen one, else the first, else null. */
export function subjectsIn(state, chosen) {
  return Object.fromEntries(SUBJECTS.map((subject) => [subject.name, subjectIn(state, chosen, subject)]));
}

function subjectIn(state, chosen, { name, section, first = firstOf }) {
  const entries = state?.[section] ?? {};
  if (chosen[name]) return Object.hasOwn(entries, chosen[name]) ? entries[chosen[name]] : null;
  return state ? first(state, chosen, section) : null;
}

const firstOf = (state, _chosen, section) => Object.values(state[section] ?? {})[0] ?? null;
