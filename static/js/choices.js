// What this viewer has chosen: shown things, not facts. Some of it is remembered.

const REMEMBERED = ["theme", "projector", "timeout", "legend"];
const KEY = "handoff.choices";

const INITIAL = {
  election: null, // path; null: the first one. In the address, so that a link says which
  candidate: null, // "c1", chosen on the stage
  server: null, // "s2", chosen among the servers; then no candidate is
  role: "leader", // whom the actions mean while no candidate is chosen
  znode: null, // full path of the chosen znode
  tab: "stage", // on narrow screens one panel is shown
  dialog: null, // "help" | "stop-all" | "follow" | "lose-quorum" | null
  ask: null, // what "lose-quorum" asks about: {server, action}
  unfolded: false, // a long chain, drawn whole
  timeout: 4, // seconds, for the next candidate
  theme: null, // "dark" | "light" | null: as the system says
  projector: false,
  legend: true,
};

/** `listener` runs after each change. */
export function createChoices(listener) {
  const choices = { ...INITIAL, ...recall(), election: linked() };
  addEventListener("hashchange", () => {
    Object.assign(choices, { election: linked(), candidate: null, unfolded: false });
    listener();
  });
  return {
    get: () => choices,
    set(changes) {
      Object.assign(choices, oneChosen(changes));
      if (REMEMBERED.some((key) => key in changes)) remember(choices);
      if ("election" in changes) link(choices.election);
      listener();
    },
  };
}

/** Whoever is chosen, one at a time: the actions mean a candidate or a server. */
function oneChosen(changes) {
  if (changes.candidate) return { ...changes, server: null };
  return changes.server ? { ...changes, candidate: null } : changes;
}

/** "#election=/locks/a" → "/locks/a" */
function linked() {
  return new URLSearchParams(location.hash.slice(1)).get("election");
}

function link(election) {
  const address = new URL(location.href);
  address.hash = `election=${encodeURIComponent(election).replaceAll("%2F", "/")}`;
  history.replaceState(history.state, "", address);
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
