// What this viewer has chosen: what to show, not facts. The browser remembers some of it.
import { CARRIED, readAddress, writeAddress } from "./address.js";
import { SUBJECTS, VIEWS, viewOf } from "./views/registry.js";

const KEY = "handoff.choices";
const OF_VIEWS = Object.assign({}, ...VIEWS.map(({ choices }) => choices)); // remembered too
const FLEETING = VIEWS.filter(({ fleeting }) => fleeting);
const REMEMBERED = ["view", "theme", "projector", "timeout", "columns", "beside", "tour", "letters", "hints", ...Object.keys(OF_VIEWS)];
const NOBODY = { candidate: null, server: null, unfolded: false };

const NO_SUBJECTS = Object.fromEntries(SUBJECTS.map(({ name }) => [name, null]));

const INITIAL = {
  ...OF_VIEWS,
  ...Object.assign({}, ...FLEETING.map(({ fleeting }) => fleeting)),
  view: VIEWS[0].id, // the view in the centre column
  ...NO_SUBJECTS, // path; null: the first one; "": none
  ...CARRIED, // among them: candidate, "c1", chosen in the drawing; server, "s2", chosen among the servers, no candidate
  // is chosen then; at, the event after which the past is shown; window, the part of time that lists show, as time/window.js names it; znode, the full path of the chosen one; tab, the one of the column that shows, or "stage", which a narrow screen shows alone; search, in the tree
  role: "leader", // the target of the actions while no candidate is chosen
  dialog: null, // "help" | "handoffs" | "clear" | "stop-all" | "stop-everything" | "lose-quorum" | a view's own | null
  ask: null, // what "lose-quorum" asks about: {server, action}; for a view's own dialog: what it needs
  unfolded: false, // a long chain, drawn whole
  timeout: 4, // seconds, for the next candidate
  theme: null, // "dark" | "light" | null: as the system says
  projector: false,
  columns: {}, // the view's id -> the tab that its column showed last
  beside: true, // whether the column is there
  code: "small", // how large the audience's QR code is in projector mode: "small" | "large" | "whole"
  wifi: null, // {ssid, password} of the Wi-Fi whose code stands beside it
  hints: true, // whether a line says what to do next
  letters: true, // whether keys of a single character act
  tour: null, // the place in the guided tour: see tour/guide.js
};

/** Create the choices. listener: runs after each change. */
export function createChoices(listener) {
  const choices = { ...INITIAL, ...recall(), ...(location.hash ? addressed() : {}) };
  choices.view = viewOf(choices.view).id; // the browser may remember another version's view
  writeAddress(choices);
  addEventListener("hashchange", () => {
    Object.assign(choices, addressed());
    listener();
  });
  return {
    get: () => choices,
    set(changes) {
      const before = { ...choices };
      Object.assign(choices, consequences(changes, before), oneChosen(changes));
      if (changes.tab && changes.tab !== "stage") Object.assign(choices, { columns: { ...choices.columns, [choices.view]: changes.tab }, beside: true });
      if ("tab" in changes || REMEMBERED.some((key) => key in changes)) remember(choices);
      writeAddress(choices);
      listener();
    },
  };
}

/** Return what a change resets: the chosen candidate belongs to one view and one subject; a projector shows the picture first. */
function consequences(changes, before) {
  const isOther = (name) => changes[name] && changes[name] !== before[name];
  const left = FLEETING.filter(({ subject }) => isOther(subject.name)).map(({ fleeting }) => ({ ...NOBODY, ...fleeting }));
  const shows = "projector" in changes ? { tab: "stage" } : tellingOf(changes, before);
  return Object.assign(isOther("view") ? { ...NOBODY } : {}, shows, ...left);
}

/** Return the tab that tells of what is chosen; the workbench tells of a znode itself. */
function tellingOf({ znode, server, view }, before) {
  if (server) return { tab: "servers" };
  return znode && viewOf(view ?? before.view).subject?.section !== null ? { tab: "znodes" } : {};
}

/** Keep one chosen at a time, a candidate or a server: the actions have one target. */
function oneChosen(changes) {
  if (changes.candidate) return { ...changes, server: null };
  return changes.server ? { ...changes, candidate: null } : changes;
}

/** Return all that the address decides; a view that it does not name is remembered. */
function addressed() {
  const { view, ...read } = readAddress();
  const named = Object.entries(read).filter(([, value]) => value !== null);
  return { ...NOBODY, ...NO_SUBJECTS, ...CARRIED, ...(view ? { view } : {}), ...Object.fromEntries(named) };
}

function recall() {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return Object.fromEntries(REMEMBERED.filter((key) => key in saved).map((key) => [key, saved[key]]));
  } catch {
    return {}; // storage is off, or holds something else: start afresh
  }
}

function remember(choices) {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(Object.fromEntries(REMEMBERED.map((key) => [key, choices[key]]))),
    );
  } catch {
    // Storage is off: the choice lasts until the reader leaves the page.
  }
}
