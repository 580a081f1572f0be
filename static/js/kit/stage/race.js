// The columns on stage in a race: each process keeps its place, no matter which has the one znode.
import { LINGERS_MS } from "./cast.js";
import { znodeKey } from "./strategies.js";

/** Create a cast as `createCast` does (cast.js), with a column for each candidate, and for a foreign owner. */
export function createRace() {
  let path = null;
  let member = null; // the entry of the current znode
  let ghosts = new Map(); // key of a znode that went -> {entry, until}
  let leaving = new Map(); // candidate -> until when it is drawn

  return {
    gather,
    nextChange: () =>
      Math.min(...[...ghosts.values()].map(({ until }) => until), ...leaving.values()),
  };

  function gather(row, candidates, now) {
    if (row.path !== path) [path, member, ghosts, leaving] = [row.path, null, new Map(), new Map()];
    remember(row.chain[0] ?? null, now);
    const entries = [...ghosts.values()].map(({ entry }) => entry);
    if (member) entries.push(member);
    const own = Object.keys(candidates)
      .filter((id) => candidates[id].path === path && candidates[id].lifecycle !== "queued")
      .filter((id) => isSeen(id, candidates[id], entries, now))
      .sort((a, b) => numberOf(a) - numberOf(b));
    const foreign = entries.filter(({ candidate }) => !candidate).map(foreignColumn);
    return [...foreign, ...own.map((id) => ownColumn(id, candidates[id], entries))];
  }

  function remember(entry, now) {
    const [before, after] = [member, entry].map((one) => one && znodeKey({ entry: one }));
    if (before && before !== after) ghosts.set(before, { entry: member, until: now + LINGERS_MS });
    for (const [key, { until }] of ghosts) if (until <= now || key === after) ghosts.delete(key);
    member = entry;
  }

  function isSeen(id, { process }, entries, now) {
    if (process !== "exited" || entries.some(({ candidate }) => candidate === id)) {
      leaving.set(id, Infinity);
      return true;
    }
    if (leaving.get(id) === Infinity) leaving.set(id, now + LINGERS_MS);
    if (leaving.get(id) <= now) leaving.delete(id);
    return leaving.has(id);
  }

  function ownColumn(id, candidate, entries) {
    const entry = entries.findLast((one) => one.candidate === id) ?? null;
    const ghost = entry !== null && entry !== member;
    return { key: `@${id}`, id, candidate, entry, ghost, process: true };
  }

  function foreignColumn(entry) {
    const key = znodeKey({ entry });
    return { key, id: null, candidate: null, entry, ghost: entry !== member, process: true };
  }
}

function numberOf(id) {
  return Number(id.slice(1));
}
