// The server of each session, remembered for long enough to show a session's move.
import { holdersOf, isUp, nameOf, quorumOf, seatsOf, serverOf, serversOf, serves } from "../../servers.js";

const PATIENCE_MS = 1600; // a session that no server lists may have been asked for too early
const TOLD_MS = 9000;

/**
 * Return `gather`, which returns {seated: Map of server → [{…holder, torn}], adrift: [holder], others:
 * Map of server → [session], moves: [{names, from, to}], pending}. A torn session is drawn where it was
 * last: its server is gone, or no other has listed it yet.
 */
export function createSeats() {
  const last = new Map(); // session → {server, since: when the servers stopped listing it, or null}
  let moves = [];

  return { gather };

  function gather(state, strangers, now) {
    const quorum = quorumOf(state);
    const listed = seatsOf(serversOf(state));
    const holders = holdersOf(state, strangers);
    for (const session of last.keys()) if (!holders.has(session)) last.delete(session);
    const seated = new Map(serversOf(state).map((server) => [nameOf(server), []]));
    const adrift = [];
    for (const holder of holders.values()) {
      const place = placeOf(holder, listed.get(holder.session), { state, quorum, now });
      if (place === "adrift") adrift.push(holder);
      else if (seated.has(place?.server)) seated.get(place.server).push({ ...holder, torn: place.torn });
    }
    moves = quorum?.state === "lost" ? [] : moves.filter(({ at }) => now - at < TOLD_MS);
    const pending = moves.length > 0 || [...last.values()].some(({ since }) => since !== null);
    return { seated, adrift, others: othersOf(listed, holders), moves: grouped(moves), pending };
  }

  /** @returns {"adrift" | {server: string, torn: boolean} | null} */
  function placeOf(holder, server, { state, quorum, now }) {
    const before = last.get(holder.session);
    if (server) {
      if (quorum?.state !== "lost" && before?.server && before.server !== server)
        moves.push({ name: holder.name, from: before.server, to: server, at: now });
      last.set(holder.session, { server, since: null });
      return { server, torn: false };
    }
    const since = before?.since ?? now;
    last.set(holder.session, { server: before?.server ?? null, since });
    const home = before?.server && serverOf(state, before.server);
    if (quorum?.state === "lost") return unseat(holder.session);
    const young = now - since < PATIENCE_MS;
    if (home && (!serves(home) || (tells(state) && young))) return { server: before.server, torn: true };
    if (!tells(state)) return home ? { server: before.server, torn: false } : null;
    return young ? null : unseat(holder.session);
  }

  /** @returns {"adrift"} */
  function unseat(session) {
    last.set(session, { ...last.get(session), server: null });
    return "adrift";
  }
}

/** Tell whether every server that is up lists its sessions: only then, a session that none lists has no server. */
function tells(state) {
  const up = serversOf(state).filter(isUp);
  return serversOf(state).some(({ sessions }) => sessions) && up.every(({ sessions }) => sessions);
}

function othersOf(listed, holders) {
  const others = new Map();
  for (const [session, server] of listed)
    if (!holders.has(session)) others.set(server, [...(others.get(server) ?? []), session]);
  return others;
}

function grouped(moves) {
  const groups = new Map();
  for (const { name, from, to } of moves) {
    const key = JSON.stringify([from, to]);
    groups.set(key, groups.get(key) ?? { names: [], from, to });
    if (!groups.get(key).names.includes(name)) groups.get(key).names.push(name);
  }
  return [...groups.values()];
}
