// The wiring of the page: facts come in by the link, and are drawn one frame later.
import { createActions } from "./actions.js";
import { createChoices } from "./choices.js";
import { createClock } from "./clock.js";
import { keepFocus } from "./focus.js";
import { html, render } from "./html.js";
import { keeper } from "./keeper.js";
import { listenToKeys } from "./keys.js";
import { bringAll, onceWanted } from "./kit/later.js";
import { haveLanguage } from "./language.js";
import { createLink } from "./link.js";
import { createPace } from "./pace.js";
import { lineage, parentOf } from "./paths.js";
import { answerFrom, refuseActs } from "./rest.js";
import { quorumOf, serverOf } from "./servers.js";
import { isStill } from "./still.js";
import { createStore, remembered } from "./store.js";
import { createPastTree } from "./past/tree.js";
import { createPastZnodes } from "./past/znodes.js";
import { createKept } from "./time/kept.js";
import { takeDrops, takeSaves, within } from "./time/files.js";
import { createReel } from "./time/reel.js";
import { createWitness, heldRole, holderOf } from "./targets.js";
import { takeToken } from "./token.js";
import { createGuide } from "./tour/guide.js";
import { createTree } from "./tree.js";
import { App } from "./views/app.js";
import { concernsOf } from "./views/concerns.js";
import { ACTS, SUBJECTS, VIEWS, knownIn, missingIn, subjectsIn, viewOf } from "./views/registry.js";

haveLanguage();
takeToken();
const BUSY_MS = 10_000; // how long what comes later waits for a page that is never idle
const SETTLED_MS = 1000; // how long it waits where the browser does not say that it is idle
const root = document.getElementById("handoff");
const page = {
  status: { state: "connecting", since: Date.now(), reason: null },
  viewers: null,
  busy: new Set(),
  toasts: [],
};
const heard = new Set(); // views that follow single events, not only the state
const opened = new Set(); // paths of subjects that the tree has shown once
const inside = document.getElementById("recording"); // of a page that opens without a dashboard
let named = null; // the event of the past that the address names
let placed = null; // the recording whose place has been found
let pastTree = null; // while the past is shown
let isBringing = false; // what is imported later
let frame = null; // the next drawing, if one is due
const [keepChosen, keepPage, keepMissing] = [keeper(), keeper(), keeper()];
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const store = createStore();
const clock = createClock();
const choices = createChoices(changed);
const tree = createTree((paths) => link.watchTree(paths), changed);
const znodesAt = createPastZnodes(SUBJECTS);
const pace = createPace(store, clock, () => isStill() || document.hidden, changed);
const link = createLink(pace, clock, {
  onStatus: (status) => update({ status }),
  onViewers: (viewers) => update({ viewers }),
  onTree: tree.take,
  onTreeChange: tree.takeChange,
  onRefused: (text) => actions.toast(text),
}, { autoConnect: !inside });
const actions = createActions(page, choices, changed);
const heralds = new Set(); // views that draw messages on their way
const herald = (listener) => (heralds.add(listener), () => heralds.delete(listener));
const announce = (event, ms) => [...heralds].map((draw) => safely(draw, event, ms)).some(Boolean);
const tell = (events) => heard.forEach((listener) => safely(listener, events));
const reel = createReel({ live: store, changed, heard: tell, announce, failed: (text) => actions.toast(text), runs: () => kept.runs });
const clockOfShown = () => reel.shown()?.clock ?? clock;
const shownClock = { now: () => clockOfShown().now(), wallOf: (at) => clockOfShown().wallOf(at), isPast: () => Boolean(reel.shown()) };
const kept = createKept(changed);
const guide = createGuide(VIEWS, choices, current, changed);
const NOT_NOW = "The page shows the past: return to now (key End) to act.";
const lookingBack = { ...actions, act: refuse, actOnServer: refuse, stopAll: refuse, attempt: ask };
const endOfChosen = createWitness();
const stayFocused = keepFocus(root);
const recordings = onceWanted(() => import("./time/recording.js"));
const hear = (listener) => (heard.add(listener), () => heard.delete(listener));

store.subscribe(({ events }) => {
  tree.takeEvents(events);
  openSubjects(store.document, pastTree ?? tree);
  guide.look();
  changed();
});
store.subscribe(({ events }) => reel.shown() || tell(events));
store.subscribe(bringRest);
store.subscribe(() => store.document.history && kept.look(store.seq, store.run));
pace.herald((event, ms) => !reel.shown() && announce(event, ms));
VIEWS.forEach(({ heed }) => heed?.(changed));
for (const deed of ["keydown", "pointerdown", "click"]) addEventListener(deed, catchUp, { capture: true });
document.addEventListener("visibilitychange", pace.catchUp);
listenToKeys({ current, choices, actions });
systemIsDark.addEventListener("change", changed);
tree.open("/");
openChosen();
refuseActs(() => reel.shown() && NOT_NOW);
takeSaves((text) => actions.toast(text));
takeDrops((file) => showRecording(file, file.name), (text) => actions.toast(text));
if (inside) showOwn();
changed();

const NOTHING = Object.fromEntries(SUBJECTS.map(({ name }) => [name, null])); // chosen: the first of each kind is shown

/** Show a recording in place of the dashboard, until the page is loaded again; what is damaged leaves the page as it is. */
async function showRecording(blob, name) {
  try {
    await replaceBy(blob, name);
  } catch (error) {
    actions.toast(`${name}: ${error.message}`);
  }
}

/** Show the recording that stands in the page, which has no dashboard. */
async function showOwn() {
  try {
    await replaceBy(within(inside.textContent), document.title);
  } catch ({ message }) {
    update({ status: { state: "damaged", since: Date.now(), reason: message } });
  }
}

async function replaceBy(blob, name) {
  const { createAnswers, lastOf, open } = await recordings();
  const recording = await open(blob);
  const answer = createAnswers(recording);
  const last = lastOf(recording, answer, name);
  link.leave();
  reel.leave();
  answerFrom(answer);
  kept.forget();
  clock.reset();
  clock.take(last.now, last.wall);
  Object.assign(page, { status: { state: "connected", since: Date.now(), reason: null }, viewers: null });
  named = null;
  choices.set({ ...NOTHING, at: null, window: null, candidate: null, server: null, dialog: null });
  pace.takeSnapshot(last);
}

/** Import what the first picture did without, once that is drawn and the browser has time. */
function bringRest() {
  if (isBringing) return;
  isBringing = true;
  if (window.requestIdleCallback) requestIdleCallback(bringAll, { timeout: BUSY_MS });
  else setTimeout(bringAll, SETTLED_MS);
}

/** Call what a view gave; if it fails, that is said, and harms nobody else. */
function safely(listener, ...given) {
  try {
    return listener(...given);
  } catch (error) {
    reportError(error);
    return null;
  }
}

/** Bring the znode that the address names into sight. */
function openChosen() {
  const { znode } = choices.get();
  if (!znode?.startsWith("/")) return;
  lineage(parentOf(znode)).forEach(tree.open);
  tree.reveal(znode);
}

/** Open the subjects of the views in the tree, once: the reader may close them. */
function openSubjects(document, shown) {
  const sections = SUBJECTS.map(({ section }) => document[section] ?? {});
  for (const path of sections.flatMap(Object.keys)) {
    if (!opened.has(path)) lineage(path).forEach(shown.open);
    opened.add(path);
  }
}

/** Return the tree of the moment that is shown. */
function treeOf(past) {
  if (!past) {
    pastTree = null;
    return tree;
  }
  if (!pastTree) {
    pastTree = createPastTree(tree, changed);
    pastTree.reveal(choices.get().znode);
  }
  openSubjects(past.store.document, pastTree);
  pastTree.take(znodesAt(past.store.document));
  return pastTree;
}

/** Refuse what would act on the present while the past is shown; reading goes on. */
function ask(name, method, ...more) {
  return method === "GET" ? actions.attempt(name, method, ...more) : refuse();
}

function refuse() {
  actions.toast(NOT_NOW);
  return null;
}

function update(changes) {
  Object.assign(page, changes);
  changed();
}

/** Ask for a drawing; a hidden page gets no frames, but must be right when it is shown again. */
function changed() {
  if (frame !== null) return;
  frame = document.hidden ? setTimeout(draw, 250) : requestAnimationFrame(draw);
}

/** Show what is so before a person acts on it. */
function catchUp() {
  if (pace.catchUp()) draw();
}

function draw() {
  frame = null;
  followAddress();
  goWhereItHappens();
  guide.look();
  releaseEnded();
  forgetUnknown();
  dress(choices.get(), current().state);
  render(html`<${App} ...${current()} />`, root);
  stayFocused();
  if (store.seq !== null) document.documentElement.dataset.seq = store.seq;
}

/** Show the moment that the address names; once another one is shown, the address names that. */
function followAddress() {
  const { replays } = store.document?.history ?? {};
  const at = choices.get().at ?? (replays ? String(named ?? replays.shows) : null);
  if (at !== named) {
    named = at;
    if (at) reel.show({ at: Number(at) });
    else reel.leave();
    return;
  }
  const shown = reel.at();
  if (shown === undefined || String(shown ?? "") === (at ?? "")) return;
  named = shown === null ? null : String(shown);
  choices.set({ at: named });
}

/** Show of a recording, as it opens, the view and the place of what happens first, unless the address names a place. */
function goWhereItHappens() {
  const { replays } = store.document?.history ?? {};
  if (replays && guide.isOpen()) guide.leave();
  const document = replays && reel.shown()?.store.document;
  if (!document || placed === replays.file || document.seq !== replays.shows) return;
  placed = replays.file;
  const faultOf = ({ fault }) => fault?.at ?? 0;
  const [one] = Object.values(document.candidates).sort((a, b) => faultOf(b) - faultOf(a));
  const section = document.recipes[one?.recipe]?.section;
  const view = VIEWS.find(({ subject }) => subject?.section && subject.section === section);
  if (!view || SUBJECTS.some(({ name }) => choices.get()[name])) return;
  const { name } = view.subject;
  const isFirst = subjectsIn(document, choices.get())[name]?.path === one.path; // what it shows first may be another one later
  choices.set({ view: view.id, ...(isFirst ? {} : { [name]: one.path }) });
}

/** Release a chosen candidate that has ended: the role is chosen again, and the page says so. */
function releaseEnded() {
  const ended = !reel.shown() && store.document && endOfChosen(store.document, choices.get().candidate);
  if (!ended || viewOf(choices.get().view).outlived) return;
  choices.set({ candidate: null });
  const held = heldRole(current());
  actions.toast(`${ended} has ended. ${held ? `The actions now apply to ${holderOf(held)}.` : "Nobody is chosen."}`, "good");
}

/** Forget a candidate of an earlier run, whom the address names: another may be given its name. */
function forgetUnknown() {
  const { candidate } = choices.get();
  const { document } = reel.shown()?.store ?? store;
  if (candidate && document && !Object.hasOwn(document.candidates, candidate)) choices.set({ candidate: null });
}

/** Return a document of the past: nobody can act upon it. */
const pastOf = remembered((document) => ({ ...document, read_only: true }));

function dress({ theme, projector, tab, view }, state) {
  const dark = theme ? theme === "dark" : systemIsDark.matches;
  Object.assign(document.documentElement.dataset, { theme: dark ? "dark" : "light", projector, tab, view, quorum: state && quorumOf(state)?.state, time: reel.shown() ? "past" : "live" });
}

/** Return what every view gets; registry.js says what it may rely on. */
function current() {
  const past = reel.shown();
  const { events, past: earlier, takeEarlier } = past?.store ?? store;
  const state = past ? pastOf(past.store.document) : store.document;
  const chosen = { ...choices.get() };
  if (state && !Object.hasOwn(state.candidates, chosen.candidate ?? "")) chosen.candidate = null; // from an earlier run
  if (state && !serverOf(state, chosen.server)) chosen.server = null;
  const view = {
    state,
    ...subjectsIn(state, chosen),
    events,
    past: earlier,
    takeEarlier,
    here: viewOf(chosen.view),
    missing: keepMissing(missingIn(state, chosen)),
    chosen: keepChosen(chosen),
    choose: choices.set,
    page: keepPage({ ...page }),
    actions: past ? lookingBack : actions,
    acts: ACTS,
    guide,
    tree: treeOf(past),
    clock: shownClock,
    liveClock: clock,
    reel,
    kept,
    showRecording,
    hear,
    herald,
    slowed: past ? null : pace.slowed,
    pending: past ? null : pace.pending,
    underWay: reel.underWay(),
  };
  const concerns = (apart) => concernsOf(view, apart);
  return { ...view, known: knownIn(view), concerns, looking: () => looking(view) };
}

/** Return which pseudo-code shows, and whose line: the chosen candidate's, else the view's. The panel asks: a view that cannot say costs that panel. */
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
