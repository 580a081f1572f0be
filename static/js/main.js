// Wires the rooms of the page together: facts come in by the link, one frame later they are drawn.
import { createActions } from "./actions.js";
import { createChoices } from "./choices.js";
import { createClock } from "./clock.js";
import { keepFocus } from "./focus.js";
import { html, render } from "./html.js";
import { listenToKeys } from "./keys.js";
import { createLink } from "./link.js";
import { lineage } from "./paths.js";
import { serverOf } from "./servers.js";
import { createStore } from "./store.js";
import { createWitness, heldRole } from "./targets.js";
import { createGuide } from "./tour/guide.js";
import { createTree } from "./tree.js";
import { App } from "./views/app.js";
import { SUBJECTS, VIEWS, missingIn, subjectsIn, viewOf } from "./views/registry.js";
import { learnWords } from "./words.js";

const root = document.getElementById("handoff");
const page = {
  status: { state: "connecting", since: Date.now(), reason: null },
  viewers: null,
  busy: new Set(),
  toasts: [],
};
const heard = new Set(); // views that follow single events, not only the state
const opened = new Set(); // elections, locks … that the tree has shown once
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
const guide = createGuide(choices, current);
const endOfChosen = createWitness();
const stayFocused = keepFocus(root);
const hear = (listener) => (heard.add(listener), () => heard.delete(listener));

store.subscribe(({ events }) => {
  tree.takeEvents(events);
  openSubjects();
  guide.look();
  changed();
});
store.subscribe(({ events }) => heard.forEach((listener) => listener(events)));
VIEWS.forEach(learnWords);
listenToKeys({ current, choices, actions });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
tree.open("/");
changed();

/** What the views are about is open in the tree until somebody closes it. */
function openSubjects() {
  const sections = SUBJECTS.map(({ section }) => store.document[section] ?? {});
  for (const path of sections.flatMap(Object.keys)) {
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
  guide.look();
  releaseEnded();
  dress(choices.get());
  render(html`<${App} ...${current()} />`, root);
  stayFocused();
  if (store.seq !== null) document.documentElement.dataset.seq = store.seq;
}

/** Who has ended cannot be acted on: the role is chosen again as that is drawn, and the page says so. */
function releaseEnded() {
  const ended = store.document && endOfChosen(store.document, choices.get().candidate);
  if (!ended || viewOf(choices.get().view).outlived) return;
  choices.set({ candidate: null });
  const held = heldRole(current());
  actions.toast(`${ended} has ended. ${held ? `The actions mean the ${held.role}.` : "Nobody is chosen."}`, "good");
}

function dress({ theme, projector, tab, view }) {
  const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  Object.assign(document.documentElement.dataset, { theme: dark ? "dark" : "light", projector, tab, view });
}

/** What every view is given: registry.js says what it may count on. */
function current() {
  const state = store.document;
  const chosen = { ...choices.get() };
  if (state && !Object.hasOwn(state.candidates, chosen.candidate ?? "")) chosen.candidate = null; // of an earlier run
  if (state && !serverOf(state, chosen.server)) chosen.server = null;
  const view = {
    state,
    ...subjectsIn(state, chosen),
    events: store.events,
    past: store.past,
    takeEarlier: store.takeEarlier,
    here: viewOf(chosen.view),
    missing: missingIn(state, chosen),
    chosen,
    choose: choices.set,
    page: { ...page },
    actions,
    guide,
    tree,
    clock,
    hear,
  };
  return { ...view, ...(state ? looking(view) : { actor: null, recipe: null }) };
}

/** Whose line of which pseudo-code is shown: the chosen candidate's, else that of the view. */
function looking(view) {
  const { state, chosen, here } = view;
  const recipe = recipeOf(state.candidates[chosen.candidate]) ?? here.recipe?.(view) ?? null;
  const lives = (id) => state.candidates[id]?.process !== "exited" && recipeOf(state.candidates[id]) === recipe;
  const actor = chosen.candidate ?? (here.candidates?.(view) ?? []).find(lives) ?? null;
  return { recipe, actor };
}

function recipeOf(candidate) {
  return candidate?.recipe ?? candidate?.strategy ?? null;
}
