// Keyboard shortcuts. None acts while the reader types or a dialog is open. What each key means: keymap.js.
import { SERVER_ACTIONS, isTrouble } from "./actions.js";
import { listed } from "./format.js";
import { isCharacter, isDigit, isListed } from "./keymap.js";
import { nameOf, serverOf, serversOf } from "./servers.js";
import { serverRefusal, znodeOf } from "./targets.js";
import { replaysOf } from "./time/reel.js";
import { isSheet, turned } from "./views/column.js";
import { viewBeside } from "./views/registry.js";

/** Listen to the keyboard. current(): returns what the views get. */
export function listenToKeys({ current, choices, actions, awaits }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event) || isHeldDown(event)) return;
    if (isCharacter(event.key) && !choices.get().letters) return;
    const view = current();
    if (isCharacter(event.key) && (awaits() || view.page.busy.has("console-open"))) return; // it is typed for what comes
    const run = shortcut(event.key, view, choices, actions);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

/** Tell whether a held key repeats; each press acts once, only moves repeat. */
function isHeldDown({ key, repeat }) {
  return repeat && !key.startsWith("Arrow") && ![",", "."].includes(key);
}

function isTaken({ target, key, defaultPrevented }) {
  const leaving = key === "Escape" && isSheet() && target.closest?.(".column");
  const sliding = isCharacter(key) && target.closest?.("input[type=range]"); // nobody types there
  const typing =
    (!sliding && !leaving && target.closest?.("input, textarea, select, [contenteditable]")) || document.querySelector("dialog[open]");
  const moving =
    key.startsWith("Arrow") && target.closest?.("[role=tree], [role=tablist], [role=radiogroup], [popover]");
  const closing = key === "Escape" && document.querySelector("[aria-haspopup][aria-expanded=true]");
  return defaultPrevented || Boolean(typing) || Boolean(moving) || Boolean(closing);
}

function shortcut(key, view, choices, actions) {
  const { state, chosen, here } = view;
  if (key === "Escape" && view.page.toasts.some(isTrouble)) return () => actions.dismiss();
  const own = state && !(chosen.server && onServer(key)) ? keyOf(here, key, view) : null;
  if (own) return state.read_only && !own.sees ? lookingBack(key, view) : () => own.run(view);
  const run = seeing(key, view, choices) ?? (state?.read_only ? lookingBack(key, view) : acting(key, view, actions));
  return run ?? (state && (!state.read_only || view.reel.shown()) ? idling(key, view, actions) : null);
}

/** Return what says why a key that the help lists does nothing now; null for any other key. */
function idling(key, { here }, actions) {
  const own = here.keys ?? [];
  const unless = own.find((one) => one.key === key)?.unless;
  if (!unless && !isListed(key)) return null;
  const digits = isDigit(key) ? own.map((one) => one.key).filter(isDigit) : [];
  const instead = digits.length ? `of the digits, ${listed(digits)} ${digits.length > 1 ? "do" : "does"} something` : "the help (?) says what each key does";
  return () => actions.toast(unless ?? `In ${here.title}, the key ${key} does nothing now: ${instead}`);
}

/** Return what says why a key does nothing in the past; nothing says it of a dashboard that is read-only. */
function lookingBack(key, { reel, acts, here, actions }) {
  const isAct = [...acts, ...(here.keys ?? [])].some((one) => one.key === key);
  return reel.shown() && isAct ? () => actions.act() : null;
}

function keyOf({ keys = [] }, key, view) {
  return keys.find((own) => own.key === key && (!own.when || own.when(view)));
}

const onServer = (key) => SERVER_ACTIONS.some((action) => action.key === key);

function acting(key, view, actions) {
  if (!view.state) return null;
  if (view.chosen.server) return actingOnServer(key, view, actions);
  const action = view.acts.find((other) => other.key === key);
  return action ? () => actions.act(action.action, view) : null;
}

function actingOnServer(key, { state, chosen }, actions) {
  const action = SERVER_ACTIONS.find((other) => other.key === key);
  if (!action) return null;
  const why = state.zookeeper.actions
    ? serverRefusal(action, serverOf(state, chosen.server))
    : "You can act only on servers that the dashboard started";
  return () => (why ? actions.toast(why) : actions.actOnServer(action.action, chosen.server, state));
}

function seeing(key, view, choices) {
  const { chosen, guide, reach } = view;
  const table = {
    "[": () => choices.set({ view: viewBeside(choices.get().view, -1) }),
    "]": () => choices.set({ view: viewBeside(choices.get().view, 1) }),
    "/": () => reach("znodes", "#search"),
    "-": () => choices.set(turned(view)),
    "?": () => choices.set({ dialog: "help" }),
    Escape: () => choices.set(isSheet() && chosen.tab !== "stage" ? turned(view) : { candidate: null, server: null }),
    j: () => choices.set({ znode: znodeOf(view), tab: "znodes" }),
    z: () => choices.set({ server: nextServer(view, 1), tab: "servers" }),
    ...(replaysOf(view.reel) ? {} : { g: () => guide.toggle() }),
    ...(guide.isOpen() ? guideKeys(guide) : {}),
    ...(guide.isOpen() ? {} : timeKeys(view)),
    t: () => choices.set({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" }),
    p: () => choices.set({ projector: !chosen.projector }),
    ArrowLeft: () => choices.set(beside(view, -1)),
    ArrowRight: () => choices.set(beside(view, 1)),
  };
  return table[key] ?? null;
}

/** Return the keys of the time bar; in the tour they are the tour's. */
function timeKeys({ reel, actions }) {
  const back = { ",": () => reel.step(-1) };
  return reel.shown() ? { ...back, ".": () => reel.step(1), End: reel.leave } : { ...back, End: () => actions.toast("The page is live already", "good") };
}

/** Return the keys of the tour; a lecturer's remote sends Page Down and Page Up. */
function guideKeys({ forward, back, doIt }) {
  return { ".": forward, PageDown: forward, ",": back, PageUp: back, d: doIt };
}

function beside(view, step) {
  return view.chosen.server ? { server: nextServer(view, step) } : { candidate: neighbour(view, step) };
}

/** Return the next server; after the last comes the first, and the quorum leader if none is chosen. */
function nextServer({ state, chosen }, step) {
  const names = state ? serversOf(state).map(nameOf) : [];
  if (!names.length) return null;
  const at = names.indexOf(chosen.server);
  if (at >= 0) return names[(at + step + names.length) % names.length];
  return state.zookeeper.quorum?.leader ?? names[0];
}

/** Return the candidate beside the chosen one, in the order in which the view draws them. */
function neighbour(view, step) {
  const ids = (view.state && view.here.candidates?.(view)) ?? [];
  if (!ids.length) return null;
  const at = ids.indexOf(view.chosen.candidate);
  if (at < 0) return step > 0 ? ids[0] : ids.at(-1);
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))];
}
