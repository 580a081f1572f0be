// Wires the rooms of the page together: facts come in by the link, one frame later they are drawn.
import { createActions } from "./actions.js";
import { createChoices } from "./choices.js";
import { createClock } from "./clock.js";
import { html, render } from "./html.js";
import { listenToKeys } from "./keys.js";
import { createLink } from "./link.js";
import { lineage } from "./paths.js";
import { serverOf } from "./servers.js";
import { createStore } from "./store.js";
import { createTree } from "./tree.js";
import { App } from "./views/app.js";

const root = document.getElementById("handoff");
const page = {
  status: { state: "connecting", since: Date.now(), reason: null },
  viewers: null,
  busy: new Set(),
  toasts: [],
};
const heard = new Set(); // views that follow single events, not only the state
const opened = new Set(); // elections that the tree has shown once
let frame = null; // the next drawing, where one is due
const store = createStore();
const clock = createClock();
const choices = createChoices(changed);
const tree = createTree((paths) => link.watchTree(paths), changed);
const link = createLink(store, clock, {
  onStatus: (status) => update({ status }),
  onViewers: (viewers) => update({ viewers }),
  onTree: tree.take,
  onRefused: (text) => actions.toast(text),
});
const actions = createActions(page, choices, changed);
const hear = (listener) => (heard.add(listener), () => heard.delete(listener));

store.subscribe(({ events }) => {
  tree.takeEvents(events);
  openElections();
  changed();
});
store.subscribe(({ events }) => heard.forEach((listener) => listener(events)));
listenToKeys({ current, choices, actions });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
tree.open("/");
changed();

/** Elections are what the page is about: open in the tree until somebody closes them. */
function openElections() {
  for (const path of Object.keys(store.document.elections)) {
    if (!opened.has(path)) lineage(path).forEach(tree.open);
    opened.add(path);
  }
}

function update(changes) {
  Object.assign(page, changes);
  changed();
}

/** A hidden page gets no frames, but is to be right when it is shown again. */
function changed() {
  if (frame !== null) return;
  frame = document.hidden ? setTimeout(draw, 250) : requestAnimationFrame(draw);
}

function draw() {
  frame = null;
  dress(choices.get());
  render(html`<${App} ...${current()} />`, root);
  if (store.seq !== null) document.documentElement.dataset.seq = store.seq;
}

function dress({ theme, projector, tab }) {
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  Object.assign(document.documentElement.dataset, { theme: dark ? "dark" : "light", projector, tab });
}

/** What every view is given. The chosen election is the first one until another is chosen. */
function current() {
  const state = store.document;
  const chosen = { ...choices.get() };
  if (state && !(chosen.candidate in state.candidates)) chosen.candidate = null; // of an earlier run
  if (state && !serverOf(state, chosen.server)) chosen.server = null;
  const path =
    state && (Object.hasOwn(state.elections, chosen.election) ? chosen.election : Object.keys(state.elections)[0]);
  const election = path ? state.elections[path] : null;
  const events = store.events;
  return {
    state,
    election,
    events,
    chosen,
    choose: choices.set,
    page: { ...page },
    actions,
    tree,
    clock,
    hear,
  };
}
