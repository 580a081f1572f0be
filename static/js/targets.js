// The targets of the actions, and why an action is not possible now.

const STANDS = {
  queued: "it has not been started yet",
  starting: "it is still starting",
  paused: "it is frozen",
  stopping: "it is stopping already",
  ending: "it has just been killed",
  exited: "its process has ended",
};
const SERVER_STANDS = {
  running: "it is running",
  paused: "it is frozen. Wake it first, or kill it",
  stopped: "it is down. Restart it",
};

/** Return the chosen candidate, else the holder of the chosen role in the view shown. */
export function targetOf(view, action) {
  const { state, chosen } = view;
  const held = heldOf(view, action);
  const id = chosen.candidate ?? held?.id ?? undefined;
  const name = chosen.candidate ?? (held ? holderOf(held) : "a candidate");
  return { id, name, candidate: state.candidates[id], held: chosen.candidate ? null : held, choosable: Boolean(view.here.candidates?.(view).length) };
}

/**
 * Return the living candidates of what the view shows, and how many others live: {ids, others, of, ask}.
 * of: what they belong to; ask: the call that stops them. A view may have its own: see registry.js.
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

/** Return the znode of the action's target, or its parent if that one is chosen; without a target, the subject's. */
export function znodeOf(view) {
  const { state, chosen, here } = view;
  const own = state && targetOf(view).candidate?.znode;
  return own && own !== chosen.znode ? own : (view[here.subject?.name]?.path ?? chosen.znode);
}

/** Return the places that a view's "clear" is about, [{path, section}]. */
export function clearedBy(view) {
  const { here } = view;
  const { name, section } = here.subject ?? {};
  const path = section && view[name]?.path;
  return here.clears?.(view) ?? (path ? [{ path, section }] : []);
}

/** Return [{role, id, label, ask, who}] of the view shown: see registry.js. who: its holder in words, if "the <role>" is none. */
export function rolesOf(view) {
  return view.here.roles?.(view) ?? [];
}

/**
 * Return a role's holder in words, for use in a sentence: "the leader".
 * @param {{role: string, who?: string}} held
 */
export function holderOf({ role, who }) {
  return who ?? `the ${role}`;
}

/** Return the chosen role, if the view has it, otherwise its first. */
export function heldRole(view) {
  const roles = rolesOf(view);
  return roles.find(({ role }) => role === view.chosen.role) ?? roles[0] ?? null;
}

/**
 * Return `look(state, id)`, which reports once that the chosen candidate has ended: it returns its id at the first
 * look after that, otherwise null. It does not report a candidate that was dead when it was chosen.
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

/** Return the target of an action while nobody is chosen. A frozen candidate's role passes on, but wake still acts on it. */
function heldOf(view, action) {
  const held = heldRole(view);
  const isFrozen = (id) => view.state.candidates[id]?.process === "paused";
  if (action !== "resume" || isFrozen(held?.id)) return held;
  const frozen = view.here.candidates?.(view).find(isFrozen);
  return frozen ? { role: "frozen one", id: frozen } : held;
}

/**
 * Say why an action is not possible, or null. The dashboard decides what is allowed.
 * @param {Record<string, any>} action
 * @param {Record<string, any>} target
 */
export function refusal({ word, action, be = word, running = "it is running" }, { id, name, candidate, held, choosable }) {
  if (!candidate) {
    if (!held) return choosable ? "Choose a candidate first" : "No candidate of this view runs";
    return held.label
      ? `${held.label}, ${name} now, is not a process of this dashboard`
      : `Nobody is ${name} now`;
  }
  if (candidate.allowed.includes(action)) return null;
  return `${id} cannot ${be}: ${STANDS[candidate.lifecycle] ?? running}`;
}

/** Say why an action on a server is not possible, or null. */
export function serverRefusal({ word, action, be = word }, server) {
  if (!server?.id) return "This dashboard did not start that server";
  if (server.allowed?.includes(action)) return null;
  if (server.busy) return `${server.id} cannot ${be}: ${server.busy} is under way`;
  return `${server.id} cannot ${be}: ${SERVER_STANDS[server.process] ?? "its process is not known"}`;
}
