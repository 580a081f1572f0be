// ZooKeeper's servers as the state document tells of them. Pure: no page, no clock.

/** Ours have an id ("s2"), others only an address. */
export const nameOf = ({ id, address }) => id ?? address;

const STANDINGS = { leader: "quorum" }; // every other mode is its own name

/** quorum · follower · observer · standalone · read-only · waiting · silent · frozen · down · unknown */
export function standingOf({ process, answers, mode, closed }) {
  if (process === "stopped") return "down";
  if (process === "paused") return "frozen";
  if (answers === false) return "silent";
  if (mode) return STANDINGS[mode] ?? mode;
  return closed?.includes("srvr") || answers === undefined ? "unknown" : "waiting";
}

/** One that has slept through the choice of another quorum leader still says that it leads. */
export function standingIn({ zookeeper }, server) {
  const standing = standingOf(server);
  const leader = zookeeper.quorum?.leader;
  return standing === "quorum" && leader && leader !== nameOf(server) ? "claims" : standing;
}

/** A frozen server counts as down: nobody hears from it. */
export const isUp = (server) => !["down", "frozen", "silent"].includes(standingOf(server));

/** Whether it is known to be down: one that only does not answer may be up. */
export const isDown = ({ up }) => up === false;

/** Whether the picture of the znodes is what ZooKeeper says now, and not what it said last. */
export const isReached = ({ zookeeper }) => zookeeper.state === "connected" && !zookeeper.silent;

/** What is the matter with one of ours, and what to do; undefined where nothing is. */
export const troubleOf = ({ error, advice }) => (error && advice ? `${error}. ${advice}` : error);

export function serversOf({ zookeeper }) {
  return zookeeper.servers ?? [];
}

export function serverOf(state, name) {
  return serversOf(state).find((server) => nameOf(server) === name) ?? null;
}

/** Whether it answers clients, and not only us. */
export const serves = (server) => isUp(server) && Boolean(server.mode);

/**
 * The state document's quorum with `state`: whole · reduced (some are down) · choosing (enough are
 * up, none leads yet) · lost · unknown (they do not tell). Null for a single server.
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

/** What ends with an action on a server, and is asked about first: "quorum", "zookeeper" or null. */
export function endingWith(state, server, action) {
  if (action === "resume" || server.process === "stopped") return null;
  if (serversOf(state).length === 1) return isUp(server) || loses(state) ? "zookeeper" : null;
  const quorum = quorumOf(state);
  return quorum && isUp(server) && quorum.answering === quorum.needed ? "quorum" : null;
}

/** Whether znodes or sessions end with its process: a frozen server still has them. */
const loses = ({ zookeeper }) => zookeeper.keeps !== "everything";

/** The only server, where it is the dashboard's own and does not run: there is no ZooKeeper then. */
export function awayOf(state) {
  const [only, another] = serversOf(state);
  const gone = only && !another && (only.busy || !["running", undefined, null].includes(only.process));
  return gone ? only : null;
}

/** Session → name of the server that lists it. */
export function seatsOf(servers) {
  return new Map(
    servers.flatMap((server) => (server.sessions ?? []).map((session) => [session, nameOf(server)])),
  );
}

/** Session → {session, name, id, kind}: who is known to hold one. kind: dashboard · candidate · foreign. */
export function holdersOf(state) {
  const holders = new Map();
  const add = (session, holder) => session && holders.set(session, { session, id: null, ...holder });
  for (const { chain } of Object.values(state.elections))
    for (const { session, candidate, name } of chain)
      if (!candidate) add(session, { name, kind: "foreign" });
  for (const [id, { session, process }] of Object.entries(state.candidates))
    if (process !== "exited") add(session, { name: id, id, kind: "candidate" });
  add(state.zookeeper.session, { name: "dashboard", kind: "dashboard" });
  return holders;
}

/** What a server refuses to tell and the setting that opens it, as a sentence; null where it tells all. */
export function closedWords({ closed }) {
  if (!closed?.length) return null;
  const words = closed.join(", ");
  return `It refuses ${words}; with ${words} in 4lw.commands.whitelist of zoo.cfg it tells.`;
}

/** Which ZooKeeper this is, in two or three words. */
export function sourceWord({ source, servers = [] }) {
  if (source === "embedded") return "sandbox";
  if (source === "apache")
    return servers.length > 1 ? `local ensemble of ${servers.length}` : "local Apache ZooKeeper";
  return "external ZooKeeper";
}

/** The same for a narrow screen. */
export function shortSource({ source, servers = [] }) {
  if (source === "embedded") return "sandbox";
  return source === "apache" ? (servers.length > 1 ? `${servers.length} servers` : "Apache") : "external";
}

const SOURCES = {
  embedded:
    "A sandbox of one server, in a process of its own beside the dashboard. It speaks ZooKeeper's protocol, " +
    "and is not for production: whoever needs more than one machine uses Apache ZooKeeper " +
    "(--ensemble 3 here, --zookeeper HOSTS elsewhere).",
  apache: "Real Apache ZooKeeper, started on this machine by the dashboard and ended with it.",
  external: "A ZooKeeper that runs without the dashboard; its servers are shown and left alone.",
};

export function sourceSentence({ source }) {
  return SOURCES[source] ?? "";
}
