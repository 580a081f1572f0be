// The views of the page. The centre column shows the chosen one; header, tree, recipe and events
// are shared by all. A view is one object, exported as `view` by recipes/<name of the recipe>/view.js; the server
// lists them in recipes.js. What a view says of itself, and what it gets: view.d.ts. What is only drawn while it is shown, such as its board,
// comes with kit/later.js; its looks are in look.css beside it, which the page loads by itself.
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
