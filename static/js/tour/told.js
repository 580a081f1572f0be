// What the steps of elections ask of the state, and do for the reader.

export function chainOf({ election }) {
  return election?.chain ?? [];
}

/** The candidate that leads in truth, if it is ours. */
export function leaderIn(view) {
  return chainOf(view)[0]?.candidate ?? null;
}

export function lastHandoff({ election }) {
  return election?.last_handoff ?? null;
}

/** Long ended candidates are forgotten. */
export function killedIn(state, id) {
  const candidate = state.candidates[id];
  return Boolean(id) && (!candidate || candidate.process === "exited" || candidate.fault?.kind === "kill");
}

/** The test id of a chain's entry on the stage. */
export function processOf(entry) {
  return `process-${entry?.candidate ?? entry?.label}`;
}

/** Whom the action means, is chosen by it, as by a click on the role. */
export function act(view, role, action) {
  const chosen = { role, candidate: null, server: null };
  view.choose(chosen);
  view.actions.act(action, { ...view, chosen: { ...view.chosen, ...chosen } });
}

/** First the role is pointed at, and once it is chosen the button. */
export function roleThen(role, word) {
  return ({ chosen }) => (chosen.candidate || chosen.role !== role ? `role-${role}` : `action-${word}`);
}
