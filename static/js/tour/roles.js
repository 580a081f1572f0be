// What the steps of a tour do for the reader with a role, and what they point at meanwhile; on whom they act, and when.

/** Choose the role, as a click on it does, and act on its holder. */
export function act(view, role, action) {
  const chosen = { role, candidate: null, server: null };
  view.choose(chosen);
  view.actions.act(action, { ...view, chosen: { ...view.chosen, ...chosen } });
}

/** Point at the role, and, once it is chosen, at the button. */
export function roleThen(role, word) {
  return ({ chosen }) => (chosen.candidate || chosen.role !== role ? `role-${role}` : `action-${word}`);
}

/** What a step does that wakes the frozen one of its note. */
export const waking = {
  run: ({ choose, actions }, { frozen }) => {
    choose({ candidate: frozen });
    actions.attempt("resume", "POST", `candidates/${frozen}/resume`);
  },
  needs: (_, note) => note?.frozen,
  point: ({ chosen }, note) => (chosen.candidate === note?.frozen ? "action-wake" : `process-${note?.frozen}`),
};

/**
 * Return the first that `whom(view)` finds, now or later; null if the step is left before.
 * @param {Record<string, any>} view
 * @param {(view: any) => any} whom
 * @returns {Promise<any>}
 */
export function soon({ hear, now }, whom) {
  return new Promise((resolve) => {
    const look = () => {
      const view = now();
      const found = view && whom(view);
      if (view && !found) return;
      stop();
      resolve(found);
    };
    const stop = hear(look);
    look();
  });
}

/** Act on the first that `whom(view)` finds. */
export async function actOn(view, action, whom) {
  const id = await soon(view, whom);
  return id && view.actions.attempt(action, "POST", `candidates/${encodeURIComponent(id)}/${action}`);
}

/** Tell whether a candidate that was noted has ended, or nobody was there to be noted. */
export function hasEnded({ state }, id) {
  return (state.candidates[id]?.process ?? "exited") === "exited";
}

/** Return the client in its task under a lock, with half of the task before it; undefined if there is none. */
export function inTask({ state, clock }, lock) {
  const isEarly = ({ began, ends }) => clock.now() < (began + ends) / 2;
  return Object.keys(lock?.holds ?? {}).find((id) => state.candidates[id]?.process === "running" && lock.tasks[id] && isEarly(lock.tasks[id]));
}
