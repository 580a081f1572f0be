// Which events are about what the view shows.

/** The group of events that are about something else. */
export const ELSEWHERE = "elsewhere";

const BESIDE = ["", "-acknowledged", "-version"]; // an election's own znodes beside it
const EVERYWHERE = /^(zookeeper|server|mirror|dashboard|comparison|znodes?|candidates|thread)\./;

/** The paths that the view is about: its own word, else its subject's; none: it is about all. */
export function placesOf({ here, missing, ...view }) {
  if (missing) return [missing.path];
  if (here.places) return here.places(view);
  const path = here.subject && view[here.subject.name]?.path;
  return path ? [path] : [];
}

/** Whether an event is about one of these paths, what stands below it, or its candidates. */
export function belongsTo(places, candidates) {
  return ({ kind, subject }) => {
    if (!places.length || EVERYWHERE.test(kind)) return true;
    const path = kind.startsWith("candidate.") ? candidates[subject]?.path : subject;
    if (path === undefined) return true; // a candidate that is forgotten
    return places.some((place) => path.startsWith(`${place}/`) || BESIDE.some((end) => path === place + end));
  };
}
