// Events in words. A part is a string, {who} or {znode}: always drawn as text.
import { wordOf } from "./actions.js";
import { askedBy, byServer, count, duration, hexZxid, plural, shortZnode, spelt } from "./format.js";
import { newsOf } from "./news.js";
import { baseOf } from "./paths.js";
import { isElection } from "./shapes.js";
import { PARENT } from "./views/stage/strategies.js";

/** What may be shown or hidden together in the list of events. */
export const GROUPS = [
  { name: "processes", word: "processes", kinds: /^candidates?\.(?!reported|notified)/ },
  { name: "beliefs", word: "beliefs", kinds: /^candidate\.reported/ },
  { name: "watches", word: "notifications", kinds: /^candidate\.notified/ },
  { name: "election", word: "recipes", kinds: /^(election|acknowledgement|member|version|work|lock|group|queue|barrier|book|configuration|value|name|comparison)\./ },
  { name: "checks", word: "checks", kinds: /^invariants\./ },
  { name: "znodes", word: "znodes", kinds: /^znodes?\./ },
  { name: "workbench", word: "workbench", kinds: /^(workbench|job|console)\./ },
  { name: "lists", word: "server's lists", kinds: /^watches\./ },
  { name: "servers", word: "ZooKeeper", kinds: /^(zookeeper|mirror|connection|dashboard|server|thread)\./ },
];

const who = (id) => ({ who: id });
const znode = (path) => ({ znode: path });

const WORDS = {
  "dashboard.started": () => ["the dashboard started"],
  "zookeeper.configured": (_, data) => ["ZooKeeper is to be at ", data.hosts ?? ""],
  "zookeeper.connected": (_, data) => [`connected to ZooKeeper ${data.version ?? ""}`],
  "zookeeper.suspended": (_, data) => ["the connection to ZooKeeper broke", reason(data)],
  "zookeeper.lost": (_, data) => ["the dashboard's session with ZooKeeper is lost", reason(data)],
  "server.stopping": (id, data) => ["server ", who(id), ` is asked to stop${askedBy(data)}`],
  "server.stopped": (id) => ["server ", who(id), " has stopped"],
  "server.restarting": (id, data) => ["server ", who(id), ` is being restarted${askedBy(data)}`],
  "server.started": (id) => ["server ", who(id), " runs"],
  "server.failed": (id, data) => [
    "server ",
    who(id),
    ` could not ${wordOf(data.action) ?? "do it"}: ${data.reason ?? ""}`,
  ],
  "server.killed": (id, data) => ["server ", who(id), ` killed${askedBy(data)} (SIGKILL)`],
  "server.paused": (id, data) => ["server ", who(id), ` frozen${askedBy(data)} (SIGSTOP)`],
  "server.resumed": (id, data) => ["server ", who(id), ` woken${askedBy(data)} (SIGCONT)`],
  "server.restarted": (id) => ["server ", who(id), " runs again"],
  "thread.ended": (name, data) => [`the thread ${name}, which ${data.does}, has ended unasked: ${data.reason}`],
  "thread.restarted": (name) => [`the thread ${name} runs again`],
  "server.exited": (id, data) => ["server ", who(id), ` has ended by itself${ending(data)}${data.reason ? `: ${data.reason}` : ""}`],
  "mirror.loading": () => ["reading the znode tree"],
  "mirror.loaded": (_, data) => [
    `${plural(data.znodes ?? 0, "znode")} read${data.took_ms === undefined ? "" : ` in ${duration(data.took_ms / 1000)}`}`,
  ],
  "mirror.silent": (_, data) => [`${data.server ?? "ZooKeeper"} does not answer the dashboard`],
  "mirror.heard": (_, data) => [`${data.server ?? "ZooKeeper"} answers again`],
  "znode.created": (path, data) => data.found ? ["found: znode ", znode(path), " is there"] : ["znode ", znode(path), ` created${byZxid(data)}`],
  "znode.deleted": (path, data) => data.found_gone ? ["found: znode ", znode(path), " is gone"] : ["znode ", znode(path), ` deleted${byZxid(data)}`],
  "znode.changed": (path, data) => ["data of ", znode(path), ` changed${byZxid(data)}`],
  "znodes.summary": (path, data) => [
    `${data.found ? "found: " : ""}below ${path}: ${data.created ?? 0} created, ${data.deleted ?? 0} deleted, ${data.changed ?? 0} changed`,
  ],
  "election.followed": (path, data) => [`following ${path}, strategy ${data.strategy}`],
  "election.found": (path, data) => [`read: ${path} has ${plural(data.members?.length ?? 0, "member")}`],
  "election.gone": (path) => [`${path} is gone`],
  "election.passed": passed,
  "election.held": held,
  "member.read": (path, data) => [
    "member ",
    znode(path),
    ` read: session ${data.session ?? "none"}${byServer("created", data.ctime)}`,
  ],
  "acknowledgement.read": acknowledged,
  "connection.lost": (session, data) => [`no server lists a connection of session ${session} any more${from(data)}`],
  "connection.found": (session, data) => [`session ${session} is listed as connected again${from(data)}`],
  "watches.listed": (server, data) => [
    `${server === "zookeeper" ? "ZooKeeper" : server} lists the watches of ${plural(Object.keys(data.sessions ?? {}).length, "session")} (${data.source})`,
  ],
  "candidates.queued": (_, data) => [`${count(data.names.length)} of ${plural(data.of, "candidate")} are to be started${askedBy(data)}`],
  "candidates.withdrawn": (_, data) => [`${plural(data.names.length, "candidate")} will not be started${askedBy(data)}`],
  "candidates.refused": (_, data) => [`${plural(data.names.length, "candidate")} could not be started: ${data.reason}`],
  "candidates.stopping": (_, data) => [`${plural(data.names.length, "candidate")} are to be stopped${askedBy(data)}`],
  "candidate.starting": (id, data) => [who(id), ` is being started${askedBy(data)}`],
  "candidate.started": (id) => [who(id), " runs"],
  "candidate.connected": (id, data) => [who(id), ` has session ${data.session ?? ""}`],
  "candidate.stopping": (id, data) => [who(id), ` is asked to stop${askedBy(data)}`],
  "candidate.paused": (id, data) => [who(id), ` frozen${askedBy(data)} (SIGSTOP)`],
  "candidate.resumed": (id, data) => [who(id), ` woken${askedBy(data)} (SIGCONT)`],
  "candidate.killed": (id, data) => [who(id), ` killed${askedBy(data)} (SIGKILL)`],
  "candidate.expired": (id, data) => ["session of ", who(id), ` ended on the server${askedBy(data)}`],
  "candidate.resigning": (id, data) => [who(id), ` is asked to resign${askedBy(data)}`],
  "candidate.behind": (id, data) => [who(id), ` is set behind${askedBy(data)}: its data is ${versions(data)}`],
  "candidate.updated": (id, data) => [who(id), ` catches up${askedBy(data)}: its data is ${versions(data)}`],
  "version.read": (path, { newest, found, mtime }) =>
    newest == null
      ? [`no newest data version in ${path}-version`]
      : [`the newest data of ${path} is ${found ? "" : "now "}version ${newest}${found ? byServer("written", mtime) : ""}`],
  "candidate.exited": (id, data) => [who(id), ` has ended${ending(data)}`],
  "candidate.reported": reported,
  "candidate.notified": notified,
  "invariants.checked": (path) => [`the invariants of ${path} checked`],
};

function versions({ version, newest }) {
  return version === newest ? `version ${version}, the newest` : `version ${version}, and ${newest} is the newest`;
}

/** The transaction, where ZooKeeper has told it with the event (since 3.9). */
function byZxid({ zxid }) {
  return typeof zxid === "number" ? ` by zxid ${hexZxid(zxid)}` : "";
}

/** Found: it was so for some time. Else the dashboard has just been told that it was written. */
function acknowledged(_, { candidate, znode: name, epoch, found, mtime }) {
  if (!candidate && !name) return ["no leader is acknowledged"];
  const leads = [who(candidate ?? shortZnode(name)), ` acknowledged as leader, epoch ${hexZxid(epoch)}`];
  return found ? ["found: ", ...leads, byServer("written", mtime)] : leads;
}

function reason({ reason: why }) {
  return why ? `: ${why}` : "";
}

function ending({ signal, code }) {
  if (signal) return ` (${signal})`;
  return typeof code === "number" ? ` (code ${code})` : "";
}

/** Of a list, the news is who has gone from it. */
function notified(id, data) {
  const gone = znode(data.znode ?? "");
  const what = notificationOf(data);
  const by = data.zxid === null || data.zxid === undefined ? "" : `, fired${byZxid(data)}`;
  if (LISTS.has(data.znode)) return [`${what} reached `, who(id), ": ", znode(data.znode), ` has changed${by}`];
  if (data.event === "children") return [`${what} reached `, who(id), ": ", gone, ` is gone${by}`];
  return [`${what} of `, gone, " reached ", who(id), by];
}

/** The address of a client, where a server told it. */
function from({ client }) {
  return client ? `, of ${client}` : "";
}

/** What is known of a handoff between others: nobody reports it. */
function passed(path, { from_name: from, to_name: to, fault, found_gone: foundGone, shape }) {
  const how = foundGone ? "was found to have passed" : "passed";
  return [`${isElection({ shape }) ? "" : "lock or "}leadership of ${path} ${how} from `, who(from), " to ", who(to), fault ? "" : "; nobody here saw why"];
}

/** Who holds what several may hold together: what has changed of it. */
function held(path, { shape, went, went_of: wentOf, came, came_of: cameOf, holders, found_gone: found }) {
  const what = shape === "semaphore" ? "a lease of " : "";
  const ended = wentOf ? [...several(went, wentOf), ` no longer ${wentOf === 1 ? "holds" : "hold"} ${what}${path}`] : [];
  const begun = cameOf ? [...several(came, cameOf), ` ${cameOf === 1 ? "holds" : "hold"} ${wentOf ? "it" : `${what}${path}`} now`] : [];
  const rest = wentOf && !cameOf && holders ? [`; ${plural(holders, "other")} ${holders === 1 ? "holds" : "hold"} it still`] : [];
  return [found ? "found: " : "", ...ended, wentOf && cameOf ? "; " : "", ...begun, ...rest];
}

function several(names, of) {
  const parts = names.flatMap((name, place) => (place ? [", ", who(name)] : [who(name)]));
  return of > names.length ? [...parts, ` and ${plural(of - names.length, "other")}`] : parts;
}

function reported(id, { belief, step, watches, error }) {
  if (error) return [who(id), `: ${error}`];
  if (belief === "leading") return [who(id), ` believes it leads${step ? `, at “${step}”` : ""}`];
  if (belief === "behind") return [who(id), " sits out: its data is behind"];
  if (belief === "waiting" && watches === PARENT) return [who(id), " waits, watching the list of children"];
  if (belief === "waiting" && watches) return [who(id), " waits, watching ", znode(watches)];
  return [who(id), ` is ${belief ?? "at work"}${step ? `, at “${step}”` : ""}`];
}

/** The lists of a group, and of a queue: whoever watches one learns only that it is another one now. */
const LISTS = new Set(["all_nodes", "live_nodes", "items", "claims"]);

/** The name of a watch event as ZooKeeper's clients have it. */
export function notificationOf({ event }) {
  const names = {
    deleted: "NodeDeleted",
    created: "NodeCreated",
    changed: "NodeDataChanged",
    children: "NodeChildrenChanged",
  };
  return names[event] ?? event ?? "notification";
}

const learned = { words: {}, tones: {} }; // of the views

/** Takes in what a view says of its own events: `words`, `tones`, see views/registry.js. */
export function learnWords({ words, tones }) {
  Object.assign(learned.words, words);
  Object.assign(learned.tones, tones);
}

export function wordsOf(event) {
  const { kind, subject, data } = event;
  if (kind === "zookeeper.servers") return newsOf(event)?.parts ?? [];
  const parts = (learned.words[kind] ?? WORDS[kind])?.(subject, data ?? {});
  return parts ?? [`${kind} ${subject}`];
}

/** null for a kind that the page does not know: no filter hides it. */
export function groupOf({ kind }) {
  return GROUPS.find(({ kinds }) => kinds.test(kind))?.name ?? null;
}

/** A part as plain text, as it is shown: for search. */
export function textOf(part) {
  return spelt(typeof part === "string" ? part : (part.who ?? shortZnode(baseOf(part.znode))));
}

/** Bad news, good news, or neither. */
export function toneOf(event) {
  const { kind, data } = event;
  if (kind === "zookeeper.servers") return newsOf(event)?.tone ?? "";
  if (Object.hasOwn(learned.tones, kind)) return learned.tones[kind];
  if (/killed|expired|lost|gone|suspended$|^server\.(stopped|exited|failed)|^thread\.ended/.test(kind)) return "dead";
  if (/paused$/.test(kind)) return "frozen";
  if (kind === "candidate.notified") return "fired";
  if (kind === "acknowledgement.read" || kind === "election.passed" || data?.belief === "leading") return "lead";
  return /started|created$/.test(kind) ? "new" : "";
}
