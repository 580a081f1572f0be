// Everything that a click or a key can do: each action asks the dashboard, and says so when it fails.
import { call } from "./rest.js";
import { endingWith, serverOf } from "./servers.js";
import { refusal, targetOf } from "./targets.js";

/**
 * The actions on every candidate: the word on the button, the action's name in the REST interface, what it does
 * to the process; `be`, what the candidate then undergoes, if that is not the word; and `running`, why a running one
 * cannot, if not because it runs. A view adds its own,
 * `acts`, which are only `shown(view, target)` if they can make sense; their keys say why not.
 */
export const ACTIONS = [
  { word: "stop", action: "stop", key: "s", be: "be stopped", does: "asks the process to close its session and end" },
  { word: "kill", action: "kill", key: "k", be: "be killed", does: "SIGKILL: the process ends at once, and its session runs out by itself" },
  {
    word: "freeze",
    action: "pause",
    key: "f",
    be: "be frozen",
    does: "SIGSTOP: the process stops where it is, its session runs out",
  },
  { word: "wake", action: "resume", key: "w", be: "be woken", does: "SIGCONT: the process goes on where it stopped" },
  { word: "expire", action: "expire", key: "e", be: "be expired", does: "the server ends its session now", running: "it has no session yet" },
];

/** The actions on one of the dashboard's own ZooKeeper servers, in the same form. */
export const SERVER_ACTIONS = [
  { word: "stop", action: "stop", key: "s", be: "be stopped", does: "asks the server to stop" },
  { word: "kill", action: "kill", key: "k", be: "be killed", does: "SIGKILL: its connections break off" },
  { word: "freeze", action: "pause", key: "f", be: "be frozen", does: "SIGSTOP: it stops where it is and answers no client" },
  { word: "wake", action: "resume", key: "w", be: "be woken", does: "SIGCONT: it goes on where it stopped" },
  { word: "restart", action: "restart", key: "r", be: "be restarted", does: "ends it and starts it again with its data" },
];

const TOAST_MS = 7000;
const TROUBLE_MS = 15_000;
const LETTER_MS = 100; // to read one, and more than it takes
const MOST_TOASTS = 30;
const ON_ONE = /^(candidates|roles|servers|\w+\/nodes)\/[^/]+(?=\/)|^comparisons\/strike$/; // whom an act changes, whatever it does
const ADDS = /^(start-|put-items)/; // each press adds some more
const SHOWN_MS = 2000; // within which the page shows what was done, or is cut off
const UNDER_WAY = "One moment: what you asked for before does not show yet";

/** Tell whether a message is about what could not be done. */
export const isTrouble = ({ tone }) => tone === "bad";

/**
 * Create the actions. `page.busy` and `page.toasts` are what is under way and what went wrong. A view's own
 * actions call `attempt(name, method, path, body)`, which has `name` in `page.busy` until the answer, and returns
 * that; null if the dashboard refused: then a toast says so, or `refused(error)` does. The same again, or
 * another act on the same one, is refused until the store shows what came of it: it would be over what is no more.
 */
export function createActions(page, choices, changed, store) {
  let toasts = 0;
  const marks = new Map(); // place -> {mark, until}: what it showed before the last change, and until when that counts
  const asked = new Map(); // what was asked for last -> {run, seq, until}: the event whose state shows it
  const holds = new Set(); // "hover", "focus": what keeps the messages
  return { act, actOnServer, stopAll, attempt, changeOnce, unless, toast, dismiss, hold };

  /** Act on the candidate that the view shows as chosen, otherwise on the holder of the chosen role; or say why not. */
  function act(action, view) {
    const target = targetOf(view, action);
    const { id, held } = target;
    const why = refusal(view.acts.find((one) => one.action === action), target);
    if (why) return toast(why);
    if (held?.ask) return attempt(action, "POST", `${held.ask.path}/${action}`, held.ask.body);
    return attempt(action, "POST", `candidates/${encodeURIComponent(id)}/${action}`);
  }

  /** Act on a server; ask first if that would end the quorum, or the only server. sure: the answer. */
  function actOnServer(action, name, state, sure = false) {
    if (!sure && endingWith(state, serverOf(state, name), action))
      return choices.set({ dialog: "lose-quorum", ask: { server: name, action } });
    return attempt(`${name}-${action}`, "POST", `servers/${encodeURIComponent(name)}/${action}`);
  }

  /**
   * Stop candidates with a call; by default all of all views.
   * @param {{path: string, body?: object}} [call]
   */
  function stopAll({ path, body } = { path: "candidates" }) {
    return attempt("stop-all", "DELETE", path, body);
  }

  async function attempt(name, method, path, body, refused = toast) {
    const own = { run: store.run, seq: Infinity, until: Infinity };
    if (method !== "GET" && !ADDS.test(name)) {
      const what = ON_ONE.exec(path)?.[0] ?? `${name} ${JSON.stringify(body)}`;
      if (isHidden(asked.get(what))) return unless(UNDER_WAY);
      asked.set(what, own);
    }
    page.busy = new Set([...page.busy, name]);
    changed();
    try {
      return (await call(method, path, body, (seq) => Object.assign(own, { seq, until: performance.now() + SHOWN_MS }))) ?? {};
    } catch (error) {
      own.seq = 0;
      refused(error);
      return null;
    } finally {
      page.busy = new Set([...page.busy].filter((other) => other !== name));
      changed();
    }
  }

  /** Tell whether the page does not show yet what came of an act. */
  function isHidden(act) {
    return act && act.run === store.run && act.seq > store.seq && performance.now() < act.until;
  }

  /** Attempt a change that only ZooKeeper tells of: it shows by another `mark` of the place, and until then none follows it. */
  async function changeOnce(place, mark, ...call) {
    const last = marks.get(place);
    if (last?.mark === mark && performance.now() < last.until) return unless(UNDER_WAY);
    const own = { mark, until: Infinity };
    marks.set(place, own);
    const done = await attempt(...call);
    own.until = done ? performance.now() + SHOWN_MS : 0;
    return done;
  }

  /** Attempt it, unless there is a reason why not: then say that, and answer as where it is refused. */
  async function unless(why, ...asked) {
    if (!why) return attempt(...asked);
    toast(why);
    return null;
  }

  /** Show a message, or that of an error with where it is explained, until it could be read. tone: "bad" for a failure, "good" for a success that does not show otherwise. */
  function toast(said, tone = "bad") {
    const { message: text = said, docs } = said;
    const id = ++toasts;
    page.toasts = [...page.toasts.filter((other) => other.text !== text), { id, text, tone, docs }].slice(-MOST_TOASTS);
    leaveIn(isTrouble({ tone }) ? TROUBLE_MS + LETTER_MS * text.length : TOAST_MS, id);
    changed();
  }

  function leaveIn(ms, id) {
    setTimeout(() => (holds.size || document.hidden ? leaveIn(ms, id) : dismiss(id)), ms);
  }

  /** Keep the messages while a reader is at them. how: "hover" or "focus". */
  function hold(how, is) {
    if (is) holds.add(how);
    else holds.delete(how);
  }

  /** Dismiss a message; without an id, all of them. */
  function dismiss(id) {
    page.toasts = id === undefined ? [] : page.toasts.filter((toast) => toast.id !== id);
    holds.delete("focus"); // it goes with the button, unheard
    if (!page.toasts.length) holds.clear();
    changed();
  }
}
