// What the steps of a tour do for the reader with a role, and what they point at meanwhile.

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
