// The wiring of the page: facts come in by the link, and are drawn one frame later.
import { createActions } from "./actions.js";
import { createChoices } from "./choices.js";
import { createClock } from "./clock.js";
import { createDrawing, keepFocus } from "./drawing.js";
import { createFollowing } from "./following.js";
import { watchHall } from "./hall.js";
import { html, render } from "./html.js";
import { listenToKeys } from "./keys.js";
import { bringAll, onceWanted } from "./kit/later.js";
import { keepTime } from "./kit/now.js";
import { haveLanguage } from "./language.js";
import { createLink } from "./link.js";
import { createPace } from "./pace.js";
import { createReach } from "./reach.js";
import { refuseActs } from "./rest.js";
import { safely } from "./safely.js";
import { quorumOf } from "./servers.js";
import { createShown, notNow } from "./shown.js";
import { isStill } from "./still.js";
import { createStore } from "./store.js";
import { createReplacement, takeDrops, takeSaves } from "./time/files.js";
import { createKept } from "./time/kept.js";
import { createReel, replaysOf } from "./time/reel.js";
import { takeToken } from "./token.js";
import { createGuide } from "./tour/guide.js";
import { createTrees } from "./trees.js";
import { App } from "./views/app.js";
import { VIEWS } from "./views/registry.js";

haveLanguage();
if (!document.getElementById("recording")) takeToken();
const BUSY_MS = 10_000; // how long what comes later waits for a page that is never idle
const SETTLED_MS = 1000; // how long it waits where the browser does not say that it is idle
const root = document.getElementById("handoff");
const inside = document.getElementById("recording"); // of a page that opens without a dashboard
const page = {
  status: { state: "connecting", since: Date.now(), reason: null },
  viewers: null,
  busy: new Set(),
  toasts: [],
};
const { changed, now } = createDrawing(draw);
const heard = new Set(); // views that follow single events, not only the state
const heralds = new Set(); // views that draw messages on their way
const joining = (listeners) => (listener) => (listeners.add(listener), () => listeners.delete(listener));
const announce = (event, ms) => [...heralds].map((draw) => safely(draw, event, ms)).some(Boolean);
const tell = (events) => heard.forEach((listener) => safely(listener, events));
const store = createStore();
const clock = createClock();
keepTime(clock);
const choices = createChoices(changed);
const trees = createTrees(choices, (paths) => link.watchTree(paths), changed);
const pace = createPace(store, clock, () => isStill() || document.hidden, changed);
const link = createLink(pace, clock, {
  onStatus: (status) => update({ status }),
  onViewers: (viewers) => update({ viewers }),
  onTree: trees.live.take,
  onTreeChange: trees.live.takeChange,
  onRefused: (error) => actions.toast(error),
  onRoom: takeRoom,
}, { autoConnect: !inside });
const actions = createActions(page, choices, changed, store);
const kept = createKept(changed);
const reel = createReel({ live: store, changed, heard: tell, announce, failed: (text) => actions.toast(text), runs: () => kept.runs });
const guide = createGuide(VIEWS, choices, () => current(), changed);
const { reach, awaits } = createReach(choices, now);
const current = createShown({
  store, choices, page, actions, guide, reel, kept, pace, clock, trees, reach,
  showRecording: (blob, name) => replacement.show(blob, name), hear: joining(heard), herald: joining(heralds),
});
const following = createFollowing({ store, choices, reel, guide, actions, current });
const replacement = createReplacement({ link, clock, reel, kept, pace, following, choices, actions, update });
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const stayFocused = keepFocus(root);
let isBringing = false; // what is imported later
let led = null; // the part of the page that leads or follows, once it is there
const bringRoom = onceWanted(() => import("./room/lead.js"));

store.subscribe((change) => trees.take(change, store.document));
store.subscribe(() => guide.look());
store.subscribe(({ events }) => reel.shown() || tell(events));
store.subscribe(() => store.document.history && kept.look(store.seq, store.run));
store.subscribe(bringRest);
store.subscribe(changed);
pace.herald((event, ms) => !reel.shown() && announce(event, ms));
VIEWS.forEach(({ heed }) => heed?.(changed));
for (const deed of ["keydown", "pointerdown", "click"]) addEventListener(deed, catchUp, { capture: true });
document.addEventListener("visibilitychange", pace.catchUp);
listenToKeys({ current, choices, actions, awaits });
watchHall();
onceWanted(() => import("./tips.js").then(({ showTips }) => showTips()));
systemIsDark.addEventListener("change", changed);
trees.begin();
refuseActs(() => reel.shown() && notNow());
takeSaves((text) => actions.toast(text));
takeDrops((file) => replacement.show(file, file.name), (text) => actions.toast(text));
if (inside) replacement.showOwn(inside);
changed();

/** Import what the first picture did without, once that is drawn and the browser has time; html[data-whole] says that it is there. */
function bringRest() {
  if (isBringing) return;
  isBringing = true;
  if (window.requestIdleCallback) requestIdleCallback(becomeWhole, { timeout: BUSY_MS });
  else setTimeout(becomeWhole, SETTLED_MS);
}

async function becomeWhole() {
  if (await bringAll()) document.documentElement.dataset.whole = "true";
}

function update(changes) {
  Object.assign(page, changes);
  changed();
}

/** Take what a dashboard says that tells a presenter from an audience: who the reader is, what they may do, what the presenter shows. */
async function takeRoom(event, message) {
  update({ [event]: message });
  const { lead } = await bringRoom();
  led ??= lead({ page, say: link.say, id: link.id, update, toast: actions.toast, refused: actions.toast });
  led.take(event, message);
}

/** Show what is so before a person acts on it. */
function catchUp() {
  if (pace.catchUp()) now();
}

/** Draw the page; what cannot be followed or dressed costs itself alone. */
function draw() {
  safely(following.follow);
  led?.look();
  const view = current();
  safely(dress, view);
  render(html`<${App} ...${view} />`, root);
  safely(stayFocused);
  if (store.seq !== null) document.documentElement.dataset.seq = store.seq;
}

function dress({ chosen: { theme, projector, tab, view, beside }, state }) {
  const dark = theme ? theme === "dark" : systemIsDark.matches;
  Object.assign(document.documentElement.dataset, { theme: dark ? "dark" : "light", projector, tab, view, beside, quorum: state && quorumOf(state)?.state, time: !reel.shown() ? "live" : replaysOf(reel) ? "recording" : "past" });
}
