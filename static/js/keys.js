// Keyboard shortcuts. None acts while something is being typed or a dialog is open.
import { ACTIONS, SERVER_ACTIONS, refusal, serverRefusal, targetOf } from "./actions.js";
import { nameOf, serverOf, serversOf } from "./servers.js";

export const SHORTCUTS = [
  ["1 · 5", "start one candidate, five candidates"],
  ["k · f · w", "kill, freeze, wake the chosen candidate, otherwise the leader"],
  ["s · e · r", "stop it, expire its session, let it resign"],
  ["← →", "choose the candidate before, after"],
  ["z", "choose a server of ZooKeeper, first the quorum leader; ← → the next one"],
  ["s · k · f · w · r", "with a server chosen: stop, kill, freeze, wake, restart it"],
  ["↑ ↓ ← →", "in the tree: move, close, open"],
  ["/", "search znodes"],
  ["Esc", "choose nobody"],
  ["t", "dark or light"],
  ["p", "projector: larger type"],
  ["?", "this list"],
];

/** `current()` gives what the views are given. */
export function listenToKeys({ current, choices, actions }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
    const run = shortcut(event.key, current(), choices, actions);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

function isTaken({ target, key, defaultPrevented }) {
  const typing = target.closest?.("input, textarea, select, [contenteditable], dialog[open]");
  const moving =
    key.startsWith("Arrow") && target.closest?.("[role=tree], [role=tablist], [role=radiogroup]");
  const closing = target.closest?.("[role=menu]") && /^(Arrow|Escape)/.test(key);
  return defaultPrevented || Boolean(typing) || Boolean(moving) || Boolean(closing);
}

function shortcut(key, view, choices, actions) {
  return seeing(key, view, choices) ?? (view.state?.read_only ? null : acting(key, view, actions));
}

function acting(key, view, actions) {
  const { election, chosen } = view;
  if (chosen.server && !/\d/.test(key)) return actingOnServer(key, view, actions);
  if (!election) return null;
  if (key === "1" || key === "5") return () => actions.start(Number(key), election.path, election.strategy);
  const action = ACTIONS.find((other) => other.key === key);
  const why = action && refusal(action, targetOf(view));
  return action ? () => (why ? actions.toast(why) : actions.act(action.action, election.path)) : null;
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
  const { chosen } = view;
  const table = {
    "/": () => focusSearch(choices),
    "?": () => choices.set({ dialog: "help" }),
    Escape: () => choices.set({ candidate: null, server: null }),
    z: () => choices.set({ server: nextServer(view, 1) }),
    t: () => choices.set({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" }),
    p: () => choices.set({ projector: !chosen.projector }),
    ArrowLeft: () => choices.set(beside(view, -1)),
    ArrowRight: () => choices.set(beside(view, 1)),
  };
  return table[key] ?? null;
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

/** The candidate beside the chosen one, in the order of the chain. */
function neighbour({ election, chosen }, step) {
  const ids = (election?.chain ?? []).map((entry) => entry.candidate).filter(Boolean);
  if (!ids.length) return null;
  const at = ids.indexOf(chosen.candidate);
  if (at < 0) return step > 0 ? ids[0] : ids.at(-1);
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))];
}
