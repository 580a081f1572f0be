// The columns on stage, from left to right. The cast remembers what has just gone, so that its leaving can be seen.
import { weave } from "../../weave.js";
import { isHead } from "./looks.js";

export const LINGERS_MS = 3000;

/**
 * Create a cast; its `gather` returns columns: {key, id, candidate, entry, ghost, process}. entry: a member of
 * the chain (or a former one: `ghost`, for `lingers` ms); process: whether the candidate's process is drawn in
 * this column; candidate: its part of the state document, null for a foreign one.
 */
export function createCast(lingers = LINGERS_MS) {
  let path = null;
  let order = []; // keys of the columns that have a znode, as they were drawn last
  let members = new Map(); // znode -> entry of the last chain
  let ghosts = new Map(); // znode -> {entry, until}
  let leaving = new Map(); // candidate without a znode -> {until it is drawn, early}

  return {
    gather,
    nextChange: () => Math.min(...[...ghosts.values(), ...leaving.values()].map(({ until }) => until)),
  };

  /** awaited: the znodes that have gone, and whose messages are on their way: they stay until these arrive. */
  function gather(row, candidates, now, awaited) {
    if (row.path !== path) reset(row.path);
    remember(row.chain, now, awaited);
    order = weave(
      order,
      row.chain.map(({ znode }) => znode),
      (znode) => ghosts.has(znode),
    );
    const standing = standingColumns(candidates);
    const placed = new Set(standing.filter(({ process }) => process).map(({ id }) => id));
    const loose = looseColumns(row.path, candidates, placed, now);
    return [...loose.filter(({ early }) => early), ...standing, ...loose.filter(({ early }) => !early)];
  }

  function reset(chosen) {
    path = chosen;
    [order, members, ghosts, leaving] = [[], new Map(), new Map(), new Map()];
  }

  function remember(chain, now, awaited) {
    const present = new Map(chain.map((entry) => [entry.znode, entry]));
    for (const [znode, entry] of members)
      if (!present.has(znode)) ghosts.set(znode, { entry, until: now + lingers });
    for (const [znode, ghost] of ghosts) if (awaited.has(znode)) ghost.until = now + lingers;
    for (const [znode, { until }] of ghosts) if (until <= now || present.has(znode)) ghosts.delete(znode);
    members = present;
  }

  function standingColumns(candidates) {
    const inChain = new Set([...members.values()].map(({ candidate }) => candidate));
    return order.map((znode) => {
      const ghost = !members.has(znode);
      const entry = members.get(znode) ?? ghosts.get(znode).entry;
      const id = entry.candidate;
      const process = !ghost || (!inChain.has(id) && isLatestGhost(id, znode));
      return { key: znode, id, candidate: candidates[id] ?? null, entry, ghost, process };
    });
  }

  function isLatestGhost(id, znode) {
    if (id === null) return true;
    const own = [...ghosts].filter(([, { entry }]) => entry.candidate === id);
    return own.at(-1)[0] === znode;
  }

  /** Return the candidates without a znode: on the left those that had one, on the right those that join. */
  function looseColumns(parent, candidates, placed, now) {
    const columns = [];
    for (const id of placed) leaving.delete(id); // a process that ends in its place is not drawn again
    for (const [id, candidate] of Object.entries(candidates)) {
      if (candidate.lifecycle === "queued") continue; // there is no process yet
      if ((candidate.path ?? candidate.election) !== parent || placed.has(id) || !isSeen(id, candidate, now)) continue;
      columns.push({
        key: `@${id}`,
        id,
        candidate,
        entry: null,
        ghost: false,
        process: true,
        early: leaving.get(id).early,
      });
    }
    return columns;
  }

  function isSeen(id, candidate, now) {
    if (candidate.process !== "exited") {
      leaving.set(id, { until: Infinity, early: isEarly(candidate) });
      return true;
    }
    const last = leaving.get(id);
    if (last?.until === Infinity) leaving.set(id, { ...last, until: now + lingers });
    if (last?.until <= now) leaving.delete(id);
    return leaving.has(id);
  }
}

function isEarly({ belief, process }) {
  return process === "paused" || isHead(belief) || belief === "suspended";
}
