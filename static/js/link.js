// The one live connection: follow the journal, resume after a break, watch parts of the tree.
import { headers, protocols } from "./token.js";
import { io } from "./vendor/socket.io-client/socket.io.js";

const REASONS = {
  "io server disconnect": "the dashboard closed the connection",
  "io client disconnect": "this page closed the connection",
  "ping timeout": "the dashboard stopped answering",
  "transport close": "the connection to the dashboard broke off",
  "transport error": "the connection to the dashboard failed",
};

const ANSWERS_MS = 5000; // within which a connection answers that is there

/** Create the link. store: what takes the messages, as a store does. handlers: onStatus({state, since, reason, polls}), onTree(message),
 * onTreeChange(message), onViewers(count), onRefused(error), onRoom(event, message). */
export function createLink(store, clock, handlers, { autoConnect = true } = {}) {
  const socket = io({
    path: `${location.pathname}socket.io/`,
    autoConnect,
    transports: ["websocket", "polling"],
    tryAllTransports: true, // a reverse proxy may not let WebSockets through
    reconnectionDelay: 400,
    reconnectionDelayMax: 3000,
    get extraHeaders() { return headers(); }, // asked at each attempt
    get protocols() { return protocols(); },
  });
  let watched = [];
  let run = null; // the run of the dashboard: its numbers begin again with every start
  let down = { state: "connecting", since: Date.now(), reason: null };

  handlers.onStatus(down);
  socket.on("connect", connected);
  socket.on("disconnect", (reason, details) => lost(told(details)?.message ?? REASONS[reason] ?? reason));
  socket.on("connect_error", (error) => lost(refusal(error), told(error)?.code));
  socket.on("snapshot", snapshot);
  socket.on("events", events);
  socket.on("tree", handlers.onTree);
  socket.on("tree_change", handlers.onTreeChange);
  socket.on("refused", ({ error }) => handlers.onRefused(error));
  for (const event of ["you", "room", "shown"]) socket.on(event, (message) => handlers.onRoom(event, message));
  socket.on("viewers", viewers); // the first message after a break, whatever happened meanwhile

  addEventListener("pageshow", ({ persisted }) => persisted && resync());
  document.addEventListener("visibilitychange", () => document.hidden || resync());

  return { watchTree, leave, say: (event, ...message) => socket.emit(event, ...message), id: () => socket.id };

  /** Leave the dashboard for good: nothing that it says comes any more. */
  function leave() {
    socket.off();
    socket.close();
  }

  function connected() {
    down = null;
    follow();
    askForTree();
    const { engine } = socket.io;
    const tell = () => handlers.onStatus({ state: "connected", since: Date.now(), reason: null, polls: engine.transport.name === "polling" });
    engine.once("upgrade", tell);
    tell();
  }

  function lost(reason, code = null) {
    const since = down?.since ?? Date.now();
    const state = store.seq === null ? "connecting" : "lost";
    down = { state, since, reason, asks: ["token", "code"].includes(code) ? code : null };
    store.catchUp();
    clock.hold();
    handlers.onStatus(down);
    // A server that closes on purpose is not retried by the library.
    if (!socket.active) setTimeout(() => socket.connect(), 3000);
  }

  function snapshot(message) {
    run = message.run ?? null;
    clock.reset();
    clock.take(message.now, message.wall);
    store.takeSnapshot(message);
  }

  function events(message) {
    clock.take(message.now);
    if (!store.takeEvents(message)) follow();
  }

  function viewers({ count }) {
    clock.go();
    handlers.onViewers(count);
  }

  function follow() {
    socket.emit("follow", { since: store.seq, run });
  }

  /** Get what a sleeping page has missed. Some phones end the connection of one silently: where nobody answers, another is opened. */
  function resync() {
    if (!socket.connected) return;
    socket.timeout(ANSWERS_MS).emit("follow", { since: store.seq, run }, (late) => late && socket.disconnect().connect());
  }

  /** Replace the set of paths; each is a path or {path, from, count}. */
  function watchTree(paths) {
    watched = paths;
    if (socket.connected) askForTree();
  }

  function askForTree() {
    socket.emit("watch_tree", { paths: watched, changes: true });
  }
}

function refusal(error) {
  const isUnanswered = error.message === "websocket error" || error.message === "xhr poll error";
  return told(error)?.message ?? (isUnanswered ? "the dashboard cannot be reached" : error.message);
}

/** Return {code, message} with which the dashboard, or who stands before it, refused a request; null without any. */
function told(error) {
  try {
    const { code, message } = JSON.parse(error.context.responseText).error;
    return { code, message: message.replace(/\.$/, "") };
  } catch {
    return null;
  }
}
