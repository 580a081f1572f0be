// What is shown is part of the address, so that a link says it: "#view=lock&lock=/a".
import { SUBJECTS, VIEWS, viewOf } from "./views/registry.js";

/** What the address names: {view, election, lock …}; null where it does not. */
export function readAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  const view = named.get("view") ?? VIEWS.find(({ subject }) => named.has(subject?.name))?.id ?? null;
  const subjects = SUBJECTS.map(({ name }) => [name, named.get(name)]);
  return { view: view && viewOf(view).id, ...Object.fromEntries(subjects) };
}

/** Another view is a step that the browser can go back from; another subject of it is not. */
export function writeAddress({ view, ...chosen }) {
  const shown = viewOf(view);
  const name = shown.subject?.name;
  const parts = [`view=${shown.id}`, ...(chosen[name] ? [`${name}=${escaped(chosen[name])}`] : [])];
  const address = new URL(location.href);
  const another = readAddress().view !== shown.id;
  address.hash = parts.join("&");
  history[another ? "pushState" : "replaceState"](history.state, "", address);
}

function escaped(path) {
  return encodeURIComponent(path).replaceAll("%2F", "/");
}
