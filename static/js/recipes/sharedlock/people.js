// The clients in the line of a shared lock; every fact comes from the state document.
/** @import { SharedLockState, State } from "../../state.js" */

/** @param {SharedLockState} shared */
export function holdersOf(shared) {
  return (shared?.chain ?? []).filter(({ truth }) => truth === "holder");
}

/** @param {SharedLockState} shared */
export function waitersOf(shared) {
  return (shared?.chain ?? []).filter(({ truth }) => truth === "waiting");
}

/** Return the entry of a holder that can answer, and has not been asked. */
export function answering({ state, shared }) {
  return holdersOf(shared).find(({ candidate, revoked }) => !revoked && state.candidates[candidate]?.process === "running");
}

/** Tell whether the owner of an entry of the line is a process of ours that has ended. */
export const isDead = ({ candidates }, { candidate }) => candidates[candidate]?.process === "exited";

export function entryOf(shared, id) {
  return shared?.chain.find(({ candidate }) => candidate === id) ?? null;
}

/**
 * @param {State} state
 * @param {string} path
 */
export function living({ candidates }, path) {
  return Object.keys(candidates).filter(
    (id) => ["reader", "writer"].includes(candidates[id].recipe) && candidates[id].path === path && candidates[id].process !== "exited",
  );
}

/**
 * Return the clients in the order of the line, then those between two tasks.
 * @param {{state: State, shared: SharedLockState}} view
 */
export function clientsOf({ state, shared }) {
  if (!shared) return [];
  const line = shared.chain.map(({ candidate }) => candidate).filter(Boolean);
  return [...line, ...living(state, shared.path).filter((id) => !line.includes(id))];
}
