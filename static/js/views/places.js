// The events that are about what the view shows.
import { entriesOf } from "../kit/controls/start.js";
import { join } from "../paths.js";
import { serversOf } from "../servers.js";
import { SUBJECTS, VIEWS } from "./registry.js";

/** The group of events that are about something else. */
export const ELSEWHERE = "elsewhere";

const EVERYWHERE = /^(zookeeper|server|mirror|dashboard|znodes?|candidates|thread)\./;
const TOLD_EVERYWHERE = new Set(VIEWS.flatMap(({ everywhere }) => everywhere ?? []));

const familyOf = (kind) => kind.slice(0, kind.indexOf("."));

/** Return the paths that the view is about: its own, else its subject's; none means all. */
export function placesOf({ here, missing, ...view }) {
  if (here.places && !missing) return here.places(view);
  const path = missing?.path ?? (here.subject && view[here.subject.name]?.path);
  if (!path) return [];
  const lists = (missing ? [] : (here.subject.lists ?? [])).map((list) => join(path, list));
  return [...["", ...(here.beside ?? [])].map((end) => path + end), ...lists];
}

/** Tell whether an event is about one of these paths, a path below it, or its candidates. */
export function belongsTo(places, candidates) {
  return ({ kind, subject }) => {
    if (!places.length || EVERYWHERE.test(kind) || TOLD_EVERYWHERE.has(familyOf(kind))) return true;
    const path = kind.startsWith("candidate.") ? candidates[subject]?.path : subject;
    if (path === undefined) return true; // the state has forgotten this candidate
    return places.some((place) => path === place || path.startsWith(`${place}/`));
  };
}

const SECTIONS = new Set(SUBJECTS.map(({ section }) => section));

/**
 * Return the facts of the view shown: what was chosen, and all of the state but other subjects and their processes.
 * Return null if it depends on these too: a view of no single subject, and the strip of several servers, with the
 * sessions of all. apart: what of the subject another panel shows.
 */
export function concernsOf(view, apart = []) {
  const { state, here, chosen, page, underWay } = view;
  const entry = here.subject?.section && view[here.subject.name];
  if (!entry || serversOf(state).length > 1) return null;
  const words = entriesOf(view).map(({ path, word }) => `${path} ${word}`);
  return [here, chosen, page, underWay, ...words, ...subjectOf(entry, apart), ...sharedOf(state), ...processesOf(view)];
}

/** Return what is said of the subject; when the servers were asked for their lists does not show. */
function subjectOf(entry, apart) {
  return Object.keys(entry).flatMap((name) => (name === "listed" || apart.includes(name) ? [] : [name, entry[name]]));
}

/** Return all of the state that belongs to no subject. */
function sharedOf({ seq, candidates, zookeeper: { znodes, ...link }, ...rest }) {
  const shared = Object.entries(rest).filter(([name]) => !SECTIONS.has(name));
  return [...shared.flat(), ...Object.values(link)];
}

/** Return the processes of the view, the chosen one, and how many there are. */
function processesOf(view) {
  const places = placesOf(view);
  const { candidates } = view.state;
  const all = Object.values(candidates);
  const own = all.filter(({ path }) => places.some((place) => path === place || path?.startsWith(`${place}/`)));
  return [...own, candidates[view.chosen.candidate], all.filter(({ process }) => process !== "exited").length];
}
