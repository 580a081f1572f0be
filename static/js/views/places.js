// The events that are about what the view shows.
import { join } from "../paths.js";
import { VIEWS } from "./registry.js";

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
