// The address names what is shown, so that a link can show it: "#view=lock&lock=/a&candidate=c2".
import { SUBJECTS, VIEWS, viewOf } from "./views/registry.js";

const PANELS = new Set(["stage", "recipe", "events", "znodes", "work", "servers"]);

/** What the address carries beside the view and its subject, and what it means that it does not name it. */
const EVERYWHERE = { candidate: null, server: null, znode: null, tab: "stage", search: "", at: null, window: null };
const OF_VIEWS = VIEWS.flatMap(({ addressed = [], choices }) => addressed.map((name) => [name, choices[name]]));
export const CARRIED = { ...EVERYWHERE, ...Object.fromEntries(OF_VIEWS) };

const NAMES = [...new Set([...SUBJECTS.map(({ name }) => name), ...Object.keys(CARRIED)])];

/** Return what the address names, {view, election, candidate, znode …}; null for what it does not name. */
export function readAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  if (!PANELS.has(named.get("tab"))) named.delete("tab");
  const view = named.get("view") ?? VIEWS.find(({ subject }) => named.has(subject?.name))?.id ?? null;
  return { view: view && viewOf(view).id, ...Object.fromEntries(NAMES.map((name) => [name, named.get(name)])) };
}

/** Write the address; the browser can go back from another view, subject or znode, and from the past, not from another candidate. */
export function writeAddress(choices) {
  const { id, subject, addressed = [] } = viewOf(choices.view);
  const names = [...new Set([...(subject ? [subject.name] : []), ...Object.keys(EVERYWHERE), ...addressed])];
  const isNamed = (name) => choices[name] && choices[name] !== CARRIED[name];
  const parts = names.filter(isNamed).map((name) => `${name}=${escaped(choices[name])}`);
  const address = new URL(location.href);
  address.hash = [`view=${id}`, ...parts].join("&");
  if (address.href === location.href) return;
  const before = readAddress();
  const leaps = Boolean(before.at) !== Boolean(choices.at); // from the present into the past, or back
  const isStep = before.view && (leaps || ["view", subject?.name, "znode"].some((name) => name && before[name] !== namedIn(choices, name)));
  try {
    history[isStep ? "pushState" : "replaceState"](history.state, "", address);
  } catch {
    // WebKit takes a hundred changes in half a minute, as of a key that is held down: a later change names it all.
  }
}

function namedIn(choices, name) {
  return choices[name] || null;
}

function escaped(path) {
  return encodeURIComponent(path).replaceAll("%2F", "/");
}
