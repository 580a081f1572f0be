// What the steps of the election's tours read from the state.

export function chainOf({ election }) {
  return election?.chain ?? [];
}

/** Return the true leader, if it is ours. */
export function leaderIn(view) {
  return chainOf(view)[0]?.candidate ?? null;
}

export function lastHandoff({ election }) {
  return election?.last_handoff ?? null;
}

/** Tell whether it was killed; the state forgets candidates that ended long ago. */
export function killedIn(state, id) {
  const candidate = state.candidates[id];
  return Boolean(id) && (!candidate || candidate.process === "exited" || candidate.fault?.kind === "kill");
}

/** Return the test id of a chain's entry on the stage. */
export function processOf(entry) {
  return `process-${entry?.candidate ?? entry?.label}`;
}
