// The processes at a barrier, as the view needs them; every fact comes from the state document.
import { outlives } from "../../kit/session.js";
/** @import { BarrierState, CandidateState, State } from "../../state.js" */

const byNumber = (one, other) => Number(one.slice(1)) - Number(other.slice(1));

/**
 * Return [{id, candidate, said, znode, stage}] of the living, and of the dead whose session is not over, or whose znode still exists.
 * @param {{state: State, barrier: BarrierState, clock: {now: () => number}}} view
 */
export function peopleOf({ state, barrier, clock }) {
  const ids = Object.keys(barrier?.people ?? {}).sort(byNumber);
  return ids.map((id) => personOf(state, barrier, id)).filter(({ candidate, znode }) => candidate.process !== "exited" || znode || outlives(candidate, clock.now()));
}

/**
 * @param {State} state
 * @param {BarrierState} barrier
 * @param {string} id
 */
function personOf(state, barrier, id) {
  const candidate = state.candidates[id] ?? /** @type {Partial<CandidateState>} */ ({});
  const said = barrier.people[id];
  const znodes = Object.entries(barrier.processes).filter(([, entry]) => entry.candidate === id);
  const znode = znodes.length ? { name: znodes[0][0], ...znodes[0][1] } : null;
  return { id, candidate, said, znode, stage: stageOf(barrier, said, znode, candidate) };
}

/** Return its place: outside, at the first gate, inside, or at the second gate. One that ended before it could say that it enters is counted on inside. */
function stageOf(barrier, { stage }, znode, candidate) {
  if (stage !== "entering") return stage;
  if (candidate.process === "exited" && isNamed(barrier, znode)) return "inside";
  return znode ? "waiting" : "outside";
}

export const livingIn = (view) => peopleOf(view).filter(({ candidate }) => candidate.process !== "exited");

export function processesOf(view) {
  return view.barrier ? peopleOf(view).map(({ id }) => id) : [];
}

/** Return the processes that kill, freeze … act on while nobody is chosen. */
export function roles(view) {
  const people = view.barrier ? livingIn(view) : [];
  const at = (...stages) => people.find(({ stage }) => stages.includes(stage))?.id ?? null;
  return [
    { role: "inside", who: "the process inside", id: at("inside") },
    { role: "waiting", who: "the process that waits", id: at("waiting", "leaving") },
    { role: "outside", who: "the process outside", id: at("outside") },
  ];
}

/** Tell whether the ready of its round names it: then it enters, also if it has not reported that yet. */
export function isNamed({ ready }, znode) {
  return Boolean(znode && ready[`round-${znode.round}`]?.members.includes(znode.name));
}
