// Whom the actions mean, and why one cannot be now.

const SERVER_STANDS = {
  running: "it runs",
  paused: "it is frozen: wake it first, or kill it",
  stopped: "it is down: restart it",
};

/** The chosen candidate, else whoever holds the chosen role in the view that is shown. */
export function targetOf(view, action) {
  const { state, chosen } = view;
  const held = heldOf(view, action);
  const id = chosen.candidate ?? held?.id ?? undefined;
  const name = chosen.candidate ?? (held ? `the ${held.role}` : "a candidate");
  return { id, name, candidate: state.candidates[id], held: chosen.candidate ? null : held };
}

/**
 * The candidates of what the view shows whose processes live, and those of the others: {ids, others, of, ask}.
 * `of` says whose they are; `ask` is the call that stops them. A view may say it itself: see registry.js.
 */
export function crewOf(view) {
  const { state, here } = view;
  const living = Object.keys(state.candidates).filter((id) => state.candidates[id].process !== "exited");
  const crew = here.crew?.(view) ?? crewAt(view, living);
  return { ...crew, others: living.length - crew.ids.length };
}

function crewAt({ state: { candidates, recipes }, here: { subject }, ...view }, living) {
  const path = view[subject?.name]?.path;
  const stands = ({ recipe, path: at }) => at === path && recipes[recipe]?.section === subject.section;
  const ids = path === undefined ? [] : living.filter((id) => stands(candidates[id]));
  return { ids, of: path, ask: { path: "candidates", body: { path, section: subject?.section } } };
}

/** [{role, id, label, ask}] of the view that is shown: see registry.js. */
export function rolesOf(view) {
  return view.here.roles?.(view) ?? [];
}

/** The role that is chosen, where the view has it, otherwise its first. */
export function heldRole(view) {
  const roles = rolesOf(view);
  return roles.find(({ role }) => role === view.chosen.role) ?? roles[0] ?? null;
}

/**
 * Tells of the chosen candidate that it has ended, once: `look(state, id)` is its id at the first look
 * after that, otherwise null. Who was dead when it was chosen, as one looks at the dead, is not told of.
 */
export function createWitness() {
  let seen = null; // alive, and chosen
  return function look({ candidates }, id) {
    const lives = Object.hasOwn(candidates, id ?? "") && candidates[id].process !== "exited";
    const ended = !lives && id !== null && id === seen;
    seen = lives ? id : null;
    return ended ? id : null;
  };
}

/** Whom an action means while nobody is chosen. The role of a frozen one passes on: to wake means it, all the same. */
export function heldOf(view, action) {
  const held = heldRole(view);
  const isFrozen = (id) => view.state.candidates[id]?.process === "paused";
  if (action !== "resume" || isFrozen(held?.id)) return held;
  const frozen = view.here.candidates?.(view).find(isFrozen);
  return frozen ? { role: "frozen one", id: frozen } : held;
}

/** Why an action cannot be, or null. What is allowed is the dashboard's to say. */
export function refusal({ word, action }, { id, name, candidate, held }) {
  if (!candidate) {
    if (!held) return "Choose a candidate first";
    return held.label
      ? `${held.label}, ${name} now, is not a process of this dashboard`
      : `Nobody is ${name} now`;
  }
  if (candidate.allowed.includes(action)) return null;
  return `${id} cannot ${word} now: its process is ${candidate.process}, it is ${candidate.belief}`;
}

/** Why an action on a server cannot be, or null. */
export function serverRefusal({ word, action }, server) {
  if (!server?.id) return "That server is not run by this dashboard";
  if (server.allowed?.includes(action)) return null;
  if (server.busy) return `${server.id} cannot ${word} now: it is to ${server.busy}, and that is under way`;
  return `${server.id} cannot ${word} now: ${SERVER_STANDS[server.process] ?? "its process is not known"}`;
}
