// Keyboard shortcuts. None acts while something is being typed or a dialog is open.
import { ACTIONS, refusal, targetOf } from "./actions.js";

export const SHORTCUTS = [
  ["1 · 5", "start one candidate, five candidates"],
  ["k · f · w", "kill, freeze, wake the chosen candidate, otherwise the leader"],
  ["s · e · r", "stop it, expire its session, let it resign"],
  ["← →", "choose the candidate before, after"],
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
  return defaultPrevented || Boolean(typing) || Boolean(moving);
}

function shortcut(key, view, choices, actions) {
  return seeing(key, view, choices) ?? (view.state?.read_only ? null : acting(key, view, actions));
}

function acting(key, view, actions) {
  const { election } = view;
  if (!election) return null;
  if (key === "1" || key === "5") return () => actions.start(Number(key), election.path, election.strategy);
  const action = ACTIONS.find((other) => other.key === key);
  const why = action && refusal(action, targetOf(view));
  return action ? () => (why ? actions.toast(why) : actions.act(action.action, election.path)) : null;
}

function seeing(key, view, choices) {
  const { chosen } = view;
  const table = {
    "/": () => focusSearch(choices),
    "?": () => choices.set({ dialog: "help" }),
    Escape: () => choices.set({ candidate: null }),
    t: () => choices.set({ theme: document.documentElement.dataset.theme === "dark" ? "light" : "dark" }),
    p: () => choices.set({ projector: !chosen.projector }),
    ArrowLeft: () => choices.set({ candidate: neighbour(view, -1) }),
    ArrowRight: () => choices.set({ candidate: neighbour(view, 1) }),
  };
  return table[key] ?? null;
}

function focusSearch(choices) {
  choices.set({ tab: "znodes" });
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("search")?.focus()));
}

/** The candidate beside the chosen one, in the order of the chain. */
function neighbour({ election, chosen }, step) {
  const ids = (election?.chain ?? []).map((entry) => entry.candidate).filter(Boolean);
  if (!ids.length) return null;
  const at = ids.indexOf(chosen.candidate);
  if (at < 0) return step > 0 ? ids[0] : ids.at(-1);
  return ids[Math.min(ids.length - 1, Math.max(0, at + step))];
}
