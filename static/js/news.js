// What is worth a line in `zookeeper.servers`, an event that replaces the whole list each time.
import { plural } from "./format.js";
import { isUp, nameOf, seatsOf, standingOf } from "./servers.js";

const news = new WeakMap(); // event → {parts, tone}
const seats = new Map(); // session → server that listed it last
const processes = new Map(); // name → stopped | paused: such a server does not answer, as is known
let before = null; // the servers of the event before
let readUpTo = -Infinity; // seq
let readFrom = Infinity; // seq

export const newsOf = (event) => news.get(event) ?? null;
export const isNews = (event) => event.kind !== "zookeeper.servers" || news.has(event);

/** Reads what is new among the events, in their order, and all where earlier ones have come; returns them. `servers`: those of the state. */
export function readNews(events, servers) {
  if (events.length && (events.at(-1).seq < readUpTo || events[0].seq < readFrom)) reset();
  const fresh = events.filter(({ seq }) => seq > readUpTo);
  for (const event of fresh)
    if (event.kind === "zookeeper.servers") read(event, named(event.data?.servers ?? [], servers));
    else if (event.kind.startsWith("server.")) noteProcess(event);
  [readFrom, readUpTo] = [events[0]?.seq ?? readFrom, events.at(-1)?.seq ?? readUpTo];
  return events;
}

function reset() {
  seats.clear();
  processes.clear();
  [before, readUpTo, readFrom] = [null, -Infinity, Infinity];
}

function read(event, servers) {
  news.delete(event);
  const lines = before ? differences(servers) : greeting(servers);
  const tone = before ? toneBetween(before, servers) : "";
  rememberSeats(servers);
  before = servers;
  if (lines.length)
    news.set(event, { parts: lines.flatMap((line, at) => (at ? ["; ", ...line] : line)), tone });
}

const ENDS = {
  "server.stopped": "stopped",
  "server.killed": "stopped",
  "server.exited": "stopped",
  "server.paused": "paused",
};

function noteProcess({ kind, subject }) {
  if (ENDS[kind]) processes.set(subject, ENDS[kind]);
  else processes.delete(subject);
}

/** Reports only have addresses: the state knows whose they are. */
function named(reports, servers) {
  const ids = new Map(servers.map(({ address, id }) => [address, id]));
  return reports.map((report) => {
    const id = report.id ?? ids.get(report.address) ?? null;
    return { ...report, id, process: processes.get(id) ?? report.process ?? null };
  });
}

const who = (server) => ({ who: nameOf(server) });

function greeting(servers) {
  const leader = servers.find((server) => standingOf(server) === "quorum");
  const line = [`ZooKeeper has ${plural(servers.length, "server")}`];
  return servers.length ? [leader ? [...line, ", ", who(leader), " is the quorum leader"] : line] : [];
}

function differences(servers) {
  const known = new Map(before.map((server) => [nameOf(server), server]));
  const each = servers.flatMap((server) => {
    const line = known.has(nameOf(server)) && changed(standingOf(known.get(nameOf(server))), server);
    return line ? [[who(server), line]] : [];
  });
  return [...quorumLine(servers), ...each, ...moved(servers)];
}

/** What an action did to the process has an event of its own. */
function changed(was, server) {
  const is = standingOf(server);
  if (is === was) return null;
  const words = {
    quorum: " is the quorum leader now",
    follower: was === "quorum" ? " leads the quorum no more: a follower now" : " serves, as a follower",
    standalone: " serves again",
    waiting: " serves nobody: it waits for a quorum",
    silent: " does not answer",
  };
  return words[is] ?? null;
}

const isLost = (servers) =>
  servers.length > 1 && servers.filter(isUp).length < Math.floor(servers.length / 2) + 1;

function quorumLine(servers) {
  if (isLost(servers) === isLost(before)) return [];
  const up = `${servers.filter(isUp).length} of ${servers.length} servers run`;
  return [[isLost(servers) ? `no quorum: ${up}` : `enough for a quorum: ${up}`]];
}

function toneBetween(was, is) {
  if (isLost(is)) return "dead";
  return isLost(was) ? "new" : "";
}

function moved(servers) {
  const counts = new Map();
  for (const [session, server] of seatsOf(servers)) {
    const from = seats.get(session);
    if (from && from !== server)
      counts.set(`${from} to ${server}`, (counts.get(`${from} to ${server}`) ?? 0) + 1);
  }
  return [...counts].map(([way, number]) => [`${plural(number, "session")} moved from ${way}`]);
}

function rememberSeats(servers) {
  for (const [session, server] of seatsOf(servers)) seats.set(session, server);
}
