// Everything a click or a key can do: each asks the dashboard and says so when it fails.
import { call } from "./rest.js";
import { endingWith, serverOf } from "./servers.js";

/** The word on the button, the action of the interface, and what it does to the process. */
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
  { word: "resign", action: "resign", key: "r", does: "gives up leadership and queues again" },
];
/** The same words for a ZooKeeper server of the dashboard's. */
export const SERVER_ACTIONS = [
  { word: "stop", action: "stop", key: "s", does: "asks the server to end" },
  { word: "kill", action: "kill", key: "k", does: "SIGKILL: its connections break off" },
  { word: "freeze", action: "pause", key: "f", does: "SIGSTOP: it stands still and answers nobody" },
  { word: "wake", action: "resume", key: "w", does: "SIGCONT: it goes on where it stood" },
  { word: "restart", action: "restart", key: "r", does: "ends it and starts it again with what it keeps" },
];
const SERVER_STANDS = {
  running: "it runs",
  paused: "it is frozen: wake it first, or kill it",
  stopped: "it is down: restart it",
};

export const ROLES = ["leader", "successor", "middle", "tail"];

const TOAST_MS = 7000;

/** Whom the actions mean: the chosen candidate, else whoever holds the chosen role. */
export function targetOf({ state, election, chosen }) {
  const held = holderOf(election, chosen.role);
  const id = chosen.candidate ?? held?.candidate;
  return { id, name: chosen.candidate ?? `the ${chosen.role}`, candidate: state.candidates[id], held };
}

/** The chain's entry that holds a role now; who that is, the state says. */
export function holderOf({ chain, roles }, role) {
  return chain.find(({ znode }) => znode === roles[role]);
}

/** Why an action cannot be, or null. What is allowed is the dashboard's to say. */
export function refusal({ word, action }, { id, name, candidate, held }) {
  if (!candidate) {
    return held ? `${held.label}, ${name} now, is not a process of this dashboard` : `Nobody is ${name} now`;
  }
  if (candidate.allowed.includes(action)) return null;
  return `${id} cannot ${word} now: its process is ${candidate.process}, it is ${candidate.belief}`;
}

/** Why an action on a server cannot be, or null. */
export function serverRefusal({ word, action }, server) {
  if (!server?.id) return "That server is not run by this dashboard";
  if (server.allowed?.includes(action)) return null;
  if (server.busy) return `${server.id} cannot ${word} now: it is to ${server.busy}, and that is under way`;
  return `${server.id} cannot ${word} now: ${SERVER_STANDS[server.process] ?? "its process is not known"}`;
}

/** `page.busy` and `page.toasts` are what is under way and what went wrong. */
export function createActions(page, choices, changed) {
  let toasts = 0;
  return { start, act, actOnServer, stopAll, follow, toast, dismiss };

  function start(count, election, strategy) {
    const body = { count, election, strategy, session_timeout: choices.get().timeout };
    return attempt(`start-${count}`, "POST", "candidates", body);
  }

  /** Meant is the chosen candidate, otherwise whoever has the chosen role. */
  function act(action, election) {
    const { candidate, role } = choices.get();
    if (candidate) return attempt(action, "POST", `candidates/${encodeURIComponent(candidate)}/${action}`);
    return attempt(action, "POST", `roles/${role}/${action}`, { election });
  }

  /** What would end the quorum, or the only server, is asked about first; `sure` is the answer. */
  function actOnServer(action, name, state, sure = false) {
    if (!sure && endingWith(state, serverOf(state, name), action))
      return choices.set({ dialog: "lose-quorum", ask: { server: name, action } });
    return attempt(`${name}-${action}`, "POST", `servers/${encodeURIComponent(name)}/${action}`);
  }

  function stopAll() {
    return attempt("stop-all", "DELETE", "candidates");
  }

  async function follow(path) {
    const followed = await attempt("follow", "POST", "elections", { path });
    if (followed) choices.set({ election: path, dialog: null });
  }

  async function attempt(name, method, path, body) {
    page.busy = new Set([...page.busy, name]);
    changed();
    try {
      return (await call(method, path, body)) ?? {};
    } catch (error) {
      toast(error.message);
      return null;
    } finally {
      page.busy = new Set([...page.busy].filter((other) => other !== name));
      changed();
    }
  }

  function toast(text) {
    const id = ++toasts;
    page.toasts = [...page.toasts.filter((other) => other.text !== text), { id, text }].slice(-4);
    setTimeout(() => dismiss(id), TOAST_MS);
    changed();
  }

  function dismiss(id) {
    page.toasts = page.toasts.filter((toast) => toast.id !== id);
    changed();
  }
}
