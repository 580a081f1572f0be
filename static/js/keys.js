// Keyboard shortcuts. None acts while something is being typed or a dialog is open.
import { ACTIONS, SERVER_ACTIONS } from "./actions.js";
import { nameOf, serverOf, serversOf } from "./servers.js";
import { refusal, serverRefusal, targetOf } from "./targets.js";
import { viewBeside } from "./views/registry.js";

/** Those of every view. What a view adds is in its own `keys`. */
export const SHORTCUTS = [
  ["[ · ]", "the view before, after"],
  ["k · f · w", "kill, freeze, wake the chosen candidate, otherwise whoever has the chosen role (wake: the frozen one)"],
  ["s · e · r", "stop it, expire its session, let it resign"],
  ["b · u", "set its data behind, let it catch up"],
  ["← →", "choose the candidate before, after"],
  ["z", "choose a server of ZooKeeper, first the quorum leader; ← → the next one"],
  ["s · k · f · w · r", "with a server chosen: stop, kill, freeze, wake, restart it"],
  ["↑ ↓ ← →", "in the tree: move, close, open"],
  ["/", "search znodes"],
  ["Esc", "choose nobody"],
  ["g", "the guided tour: begin it, leave it, go on with it"],
  [". · , · d", "in the tour: on, back, do it for me"],
  ["t", "dark or light"],
  ["p", "projector: larger type"],
  ["?", "this list"],
];

/** `current()` gives what the views are given. */
export function listenToKeys({ current, choices, actions }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event) || isHeldDown(event)) return;
    const run = shortcut(event.key, current(), choices, actions);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

/** What one press does is done once; only to move is done as long as the key is down. */
function isHeldDown({ key, repeat }) {
  return repeat && !key.startsWith("Arrow");
}

function isTaken({ target, key, defaultPrevented }) {
  const typing =
    target.closest?.("input, textarea, select, [contenteditable]") ?? document.querySelector("dialog[open]");
  const moving =
    key.startsWith("Arrow") && target.closest?.("[role=tree], [role=tablist], [role=radiogroup]");
  const closing = target.closest?.("[role=menu]") && /^(Arrow|Escape)/.test(key);
  return defaultPrevented || Boolean(typing) || Boolean(moving) || Boolean(closing);
}

function shortcut(key, view, choices, actions) {
  const { state, chosen, here } = view;
  const own = state && !(chosen.server && onServer(key)) ? keyOf(here, key, view) : null;
  if (own) return state.read_only && !own.sees ? null : () => own.run(view);
  return seeing(key, view, choices) ?? (state?.read_only ? null : acting(key, view, actions));
}

function keyOf({ keys = [] }, key, view) {
  return keys.find((own) => own.key === key && (own.when?.(view) ?? true));
}

const onServer = (key) => SERVER_ACTIONS.some((action) => action.key === key);

function acting(key, view, actions) {
  if (!view.state) return null;
  if (view.chosen.server) return actingOnServer(key, view, actions);
  const action = ACTIONS.find((other) => other.key === key);
  const why = action && refusal(action, targetOf(view, action.action));
  return action ? () => (why ? actions.toast(why) : actions.act(action.action, view)) : null;
}

function actingOnServer(key, { state, chosen }, actions) {
  const action = SERVER_ACTIONS.find((other) => other.key === key);
  if (!action) return null;
  const why = state.zookeeper.actions
    ? serverRefusal(action, serverOf(state, chosen.server))
    : "Only servers that the dashboard started can be acted on";
  return () => (why ? actions.toast(why) : actions.actOnServer(action.action, chosen.server, state));
}

function seeing(key, view, choices) {
  const { chosen, guide } = view;
  const table = {
    "[": () => choices.set({ view: viewBeside(choices.get().view, -1) }),
    "]": () => choices.set({ view: viewBeside(choices.get().view, 1) }),
    "/": () => focusSearch(choices),
    "?": () => choices.set({ dialog: "help" }),
    Escape: () => choices.set({ candidate: null, server: null }),
    z: () => choices.set({ server: nextServer(view, 1) }),
    g: () => guide.toggle(),
    ...(guide.isOpen() ? guideKeys(guide) : {}),
    t: () => choices.set({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" }),
    p: () => choices.set({ projector: !chosen.projector }),
    ArrowLeft: () => choices.set(beside(view, -1)),
    ArrowRight: () => choices.set(beside(view, 1)),
  };
  return table[key] ?? null;
}

/** Page Down and Page Up are what the remote of a lecturer sends. */
function guideKeys({ forward, back, doIt }) {
  return { ".": forward, PageDown: forward, ",": back, PageUp: back, d: doIt };
}

function focusSearch(choices) {
  choices.set({ tab: "znodes" });
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("search")?.focus()));
}

function beside(view, step) {
  return view.chosen.server ? { server: nextServer(view, step) } : { candidate: neighbour(view, step) };
}

/** Round and round; where none is chosen, the quorum leader is the first. */
function nextServer({ state, chosen }, step) {
  const names = state ? serversOf(state).map(nameOf) : [];
  if (!names.length) return null;
  const at = names.indexOf(chosen.server);
  if (at >= 0) return names[(at + step + names.length) % names.length];
  return state.zookeeper.quorum?.leader ?? names[0];
}

/** The candidate beside the chosen one, in the order in which the view draws them. */
function neighbour(view, step) {
  const ids = (view.state && view.here.candidates?.(view)) ?? [];
  if (!ids.length) return null;
  const at = ids.indexOf(view.chosen.candidate);
  if (at < 0) return step > 0 ? ids[0] : ids.at(-1);
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))];
}
