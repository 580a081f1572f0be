// ZooKeeper's servers in the state document. Pure: no page, no clock.

/** Return a server's name: ours have an id ("s2"), others only an address. */
export const nameOf = ({ id, address }) => id ?? address;

const STANDINGS = { leader: "quorum" }; // every other mode is its own name

/** Return quorum · follower · observer · standalone · read-only · waiting · silent · frozen · down · unknown. */
export function standingOf({ process, answers, mode, closed }) {
  if (process === "stopped") return "down";
  if (process === "paused") return "frozen";
  if (answers === false) return "silent";
  if (mode) return STANDINGS[mode] ?? mode;
  return closed?.includes("srvr") || answers === undefined ? "unknown" : "waiting";
}

/** Return the standing; a server that slept while others elected a quorum leader still claims to lead. */
export function standingIn({ zookeeper }, server) {
  const standing = standingOf(server);
  const leader = zookeeper.quorum?.leader;
  return standing === "quorum" && leader && leader !== nameOf(server) ? "claims" : standing;
}

/** Tell whether a server is up; a frozen one counts as down: nobody hears from it. */
export const isUp = (server) => !["down", "frozen", "silent"].includes(standingOf(server));

/** Tell whether it is known to be down; one that only does not answer may be up. */
export const isDown = ({ up }) => up === false;

/** Tell whether the picture shows what ZooKeeper says now, and not what it said last. */
export const isReached = ({ zookeeper }) => zookeeper.state === "connected" && !zookeeper.silent;

/** Say what is wrong with one of our servers, and what to do; undefined if nothing is wrong. */
export const troubleOf = ({ error, advice }) => (error && advice ? `${error}. ${advice}` : error);

export function serversOf({ zookeeper }) {
  return zookeeper.servers ?? [];
}

export function serverOf(state, name) {
  return serversOf(state).find((server) => nameOf(server) === name) ?? null;
}

/** Tell whether it answers clients, and not only the dashboard. */
export const serves = (server) => isUp(server) && Boolean(server.mode);

/**
 * Return the state document's quorum with `state`: whole · reduced (some are down) · choosing (enough are
 * up, none leads yet) · lost · unknown (they do not say). Return null for a single server.
 */
export function quorumOf({ zookeeper }) {
  const { quorum, servers = [] } = zookeeper;
  if (!quorum) return null;
  const silent = !quorum.lost && quorum.answering === 0;
  const untold = silent || servers.some((server) => standingOf(server) === "unknown");
  return { ...quorum, state: untold ? "unknown" : stateOf(quorum) };
}

function stateOf({ of, needed, serving, answering, lost }) {
  if (!lost) return serving === of ? "whole" : "reduced";
  return answering >= needed ? "choosing" : "lost";
}

/** Return what an action on a server ends, so that the page asks first: "quorum", "zookeeper" or null. */
export function endingWith(state, server, action) {
  if (action === "resume" || server.process === "stopped") return null;
  if (serversOf(state).length === 1) return isUp(server) || loses(state) ? "zookeeper" : null;
  const quorum = quorumOf(state);
  return quorum && isUp(server) && quorum.answering === quorum.needed ? "quorum" : null;
}

/** Tell whether znodes or sessions end with its process; a frozen server still has them. */
const loses = ({ zookeeper }) => zookeeper.keeps !== "everything";

/** Return the only server, if it is the dashboard's own and does not run: there is no ZooKeeper then. */
export function awayOf(state) {
  const [only, another] = serversOf(state);
  const gone = only && !another && (only.busy || !["running", undefined, null].includes(only.process));
  return gone ? only : null;
}

/** Tell whether no server ends a session now, however long it has been silent: without a quorum, or while the only server is frozen. */
export function isHeld(state) {
  return Boolean(state.zookeeper.quorum?.lost) || awayOf(state)?.process === "paused";
}

/** Return session → name of the server that lists it. */
export function seatsOf(servers) {
  return new Map(
    servers.flatMap((server) => (server.sessions ?? []).map((session) => [session, nameOf(server)])),
  );
}

/**
 * Return session → {session, name, id, kind}, its known holder. kind: dashboard · candidate · foreign.
 * strangers: [{session, name}], those that the views know.
 */
export function holdersOf(state, strangers) {
  const holders = new Map();
  const add = (session, holder) => session && holders.set(session, { session, id: null, ...holder });
  for (const { session, name } of strangers) add(session, { name, kind: "foreign" });
  for (const [id, { session, process }] of Object.entries(state.candidates))
    if (process !== "exited") add(session, { name: id, id, kind: "candidate" });
  add(state.zookeeper.session, { name: "dashboard", kind: "dashboard" });
  return holders;
}

/** Say which commands a server refuses, and the setting that enables them; null if it refuses none. */
export function closedWords({ closed }) {
  if (!closed?.length) return null;
  const [are, them] = closed.length === 1 ? ["is", "it"] : ["are", "them"];
  return `${closed.join(", ")} ${are} disabled; add ${them} to 4lw.commands.whitelist in zoo.cfg.`;
}

/** Say which ZooKeeper this is, in two or three words. */
export function sourceWord({ source, servers = [] }) {
  if (source === "embedded") return "sandbox";
  if (source === "apache")
    return servers.length > 1 ? `local ensemble of ${servers.length}` : "local Apache ZooKeeper";
  return "external ZooKeeper";
}

/** Say which ZooKeeper this is, on a narrow screen. */
export function shortSource({ source, servers = [] }) {
  if (source === "embedded") return "sandbox";
  return source === "apache" ? (servers.length > 1 ? `${servers.length} servers` : "Apache") : "external";
}

const SOURCES = {
  embedded:
    "A sandbox with one server, in its own process beside the dashboard. It speaks ZooKeeper's protocol, " +
    "and is not for production: for more than one machine, use Apache ZooKeeper " +
    "(--ensemble 3 here, --zookeeper HOSTS elsewhere).",
  apache: "Real Apache ZooKeeper on this machine. The dashboard started it and will stop it.",
  external: "A ZooKeeper that runs without the dashboard; the page shows its servers and leaves them alone.",
};

export function sourceSentence({ source }) {
  return SOURCES[source] ?? "";
}
