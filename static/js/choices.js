// What this viewer has chosen: shown things, not facts. Some of it is remembered.
import { readAddress, writeAddress } from "./address.js";
import { SUBJECTS, VIEWS, viewOf } from "./views/registry.js";

const KEY = "handoff.choices";
const OF_VIEWS = Object.assign({}, ...VIEWS.map(({ choices }) => choices)); // remembered, too
const REMEMBERED = ["view", "theme", "projector", "timeout", "legend", "tour", ...Object.keys(OF_VIEWS)];
const NOBODY = { candidate: null, server: null, unfolded: false };

const INITIAL = {
  ...OF_VIEWS,
  view: VIEWS[0].id, // which view of the centre column
  ...Object.fromEntries(SUBJECTS.map(({ name }) => [name, null])), // path; null: the first one; election "": all that was found
  strategy: null, // of the next start in an empty election; null: the one it had
  candidate: null, // "c1", chosen in the drawing
  server: null, // "s2", chosen among the servers; then no candidate is
  role: "leader", // whom the actions mean while no candidate is chosen
  znode: null, // full path of the chosen znode
  tab: "stage", // on narrow screens one panel is shown
  dialog: null, // "help" | "stop-all" | "stop-everything" | "follow" | "lose-quorum" | "among-strangers" | a view's own | null
  ask: null, // what "lose-quorum" asks about: {server, action}; "among-strangers": {count, election, strategy, who, why}
  unfolded: false, // a long chain, drawn whole
  timeout: 4, // seconds, for the next candidate
  theme: null, // "dark" | "light" | null: as the system says
  projector: false,
  legend: true,
  tour: null, // how far the guided tour is: see tour/guide.js
};

/** `listener` runs after each change. */
export function createChoices(listener) {
  const choices = { ...INITIAL, ...recall(), ...named() };
  choices.view = viewOf(choices.view).id; // what was remembered may be of another version
  addEventListener("hashchange", () => {
    Object.assign(choices, NOBODY, subjectsOf(readAddress()), named());
    listener();
  });
  return {
    get: () => choices,
    set(changes) {
      const before = { ...choices };
      Object.assign(choices, consequences(changes, before), oneChosen(changes));
      if (REMEMBERED.some((key) => key in changes)) remember(choices);
      if (before.view !== choices.view || SUBJECTS.some(({ name }) => name in changes)) writeAddress(choices);
      listener();
    },
  };
}

/** Whoever is chosen stands in one view; another has others. */
function consequences({ view, election }, before) {
  const nobody = view && view !== before.view ? NOBODY : {};
  return election && election !== before.election ? { ...NOBODY, strategy: null } : nobody;
}

/** Whoever is chosen, one at a time: the actions mean a candidate or a server. */
function oneChosen(changes) {
  if (changes.candidate) return { ...changes, server: null };
  return changes.server ? { ...changes, candidate: null } : changes;
}

/** Only what the address does name: the view is remembered, else. */
function named() {
  return Object.fromEntries(Object.entries(readAddress()).filter(([, value]) => value !== null));
}

function subjectsOf({ view, ...subjects }) {
  return subjects;
}

function recall() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(REMEMBERED.filter((key) => key in saved).map((key) => [key, saved[key]]));
  } catch {
    return {}; // storage is off or holds something else: start as new
  }
}

function remember(choices) {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries(REMEMBERED.map((key) => [key, choices[key]]))),
    );
  } catch {
    // Storage is off: the choice then holds until the page is left.
  }
}
