// Everything a click or a key can do: each asks the dashboard and says so when it fails.
import { call } from "./rest.js";
import { endingWith, serverOf } from "./servers.js";
import { targetOf } from "./targets.js";

/**
 * The word on the button, the action of the interface, and what it does to the process. Some are
 * `shown` only where they can make sense; their keys say why not.
 */
export const ACTIONS = [
  { word: "stop", action: "stop", key: "s", does: "asks the process to close its session and end" },
  { word: "kill", action: "kill", key: "k", does: "SIGKILL: its session runs out by itself" },
  {
    word: "freeze",
    action: "pause",
    key: "f",
    does: "SIGSTOP: the process stands still, its session runs out",
  },
  { word: "wake", action: "resume", key: "w", does: "SIGCONT: the process goes on where it stood" },
  { word: "expire", action: "expire", key: "e", does: "the server ends its session now" },
  {
    word: "resign",
    action: "resign",
    key: "r",
    does: "gives up leadership and queues again",
    shown: ({ recipe }) => recipe in STRATEGIES,
  },
  {
    word: "set behind",
    action: "behind",
    key: "b",
    does: "its data is older than the newest: it steps down, and sits out",
    shown: ({ recipe }, { candidate }) => recipe in STRATEGIES && candidate?.belief !== "behind",
  },
  {
    word: "catch up",
    action: "catch-up",
    key: "u",
    does: "it has the newest data again, and queues",
    shown: ({ recipe }, { candidate }) => recipe in STRATEGIES && candidate?.belief === "behind",
  },
];

/** The word on the button of an action of the interface: "pause" is "freeze" to people. */
export const wordOf = (action) => [...ACTIONS, ...SERVER_ACTIONS].find((known) => known.action === action)?.word ?? action;

/** The same words for a ZooKeeper server of the dashboard's. */
export const SERVER_ACTIONS = [
  { word: "stop", action: "stop", key: "s", does: "asks the server to end" },
  { word: "kill", action: "kill", key: "k", does: "SIGKILL: its connections break off" },
  { word: "freeze", action: "pause", key: "f", does: "SIGSTOP: it stands still and answers nobody" },
  { word: "wake", action: "resume", key: "w", does: "SIGCONT: it goes on where it stood" },
  { word: "restart", action: "restart", key: "r", does: "ends it and starts it again with what it keeps" },
];

/** What an election may follow: the recipes whose candidates lead. */
export const STRATEGIES = {
  predecessor: "each watches only the one before it",
  herd: "all watch the election, and all wake",
  single: "all race for one znode, leader",
};

const TOAST_MS = 7000;

/**
 * `page.busy` and `page.toasts` are what is under way and what went wrong. A view's own actions are
 * calls of `attempt(name, method, path, body)`: `name` is in `page.busy` until the answer, which is
 * returned; null where the dashboard refused, which a toast then says, or `refused(error)` itself.
 */
export function createActions(page, choices, changed) {
  let toasts = 0;
  return { start, act, actOnServer, stopAll, follow, attempt, toast, dismiss };

  /** Where strangers stand, the dashboard refuses and says why: that is asked about; `sure` is the answer. */
  function start(count, election, strategy, sure = false) {
    const body = { count, election, strategy, session_timeout: choices.get().timeout, among_strangers: sure };
    const refused = ({ message, answer }) =>
      answer?.strangers
        ? choices.set({ dialog: "among-strangers", ask: { count, election, strategy, ...answer.strangers } })
        : toast(message);
    return attempt(`start-${count}`, "POST", "candidates", body, refused);
  }

  /** Meant is whom the view shows as chosen, otherwise whoever has the role that it shows as chosen. */
  function act(action, view) {
    const { id, held } = targetOf(view, action);
    if (held?.ask) return attempt(action, "POST", `${held.ask.path}/${action}`, held.ask.body);
    return attempt(action, "POST", `candidates/${encodeURIComponent(id)}/${action}`);
  }

  /** What would end the quorum, or the only server, is asked about first; `sure` is the answer. */
  function actOnServer(action, name, state, sure = false) {
    if (!sure && endingWith(state, serverOf(state, name), action))
      return choices.set({ dialog: "lose-quorum", ask: { server: name, action } });
    return attempt(`${name}-${action}`, "POST", `servers/${encodeURIComponent(name)}/${action}`);
  }

  /** ask: {path, body} of the call that stops those who are meant; without it all of all views. */
  function stopAll({ path, body } = { path: "candidates" }) {
    return attempt("stop-all", "DELETE", path, body);
  }

  async function follow(path) {
    const followed = await attempt("follow", "POST", "elections", { path });
    if (followed) choices.set({ election: path, dialog: null });
  }

  async function attempt(name, method, path, body, refused = ({ message }) => toast(message)) {
    page.busy = new Set([...page.busy, name]);
    changed();
    try {
      return (await call(method, path, body)) ?? {};
    } catch (error) {
      refused(error);
      return null;
    } finally {
      page.busy = new Set([...page.busy].filter((other) => other !== name));
      changed();
    }
  }

  /** `tone`: "bad" for what went wrong, "good" for what is done and cannot be seen otherwise. */
  function toast(text, tone = "bad") {
    const id = ++toasts;
    page.toasts = [...page.toasts.filter((other) => other.text !== text), { id, text, tone }].slice(-4);
    setTimeout(() => dismiss(id), TOAST_MS);
    changed();
  }

  function dismiss(id) {
    page.toasts = page.toasts.filter((toast) => toast.id !== id);
    changed();
  }
}
