// The queue: the stage of an election, with clients of a lock on it.
import { html } from "../../html.js";
import { Empty } from "../../kit/empty.js";
import { Stage } from "../../kit/stage.js";

/** Return the clients in the order of the queue, then those between two tasks. */
export function clientsOf({ state, lock }) {
  if (!lock) return [];
  const queue = lock.chain.map(({ candidate }) => candidate).filter(Boolean);
  const others = living(state, lock.path).filter((id) => !queue.includes(id));
  return [...queue, ...others];
}

function living({ candidates }, path) {
  return Object.keys(candidates).filter(
    (id) => candidates[id].recipe === "lock" && candidates[id].path === path && candidates[id].process !== "exited",
  );
}

export function Queue(view) {
  const { lock, state } = view;
  const row = lock && { ...lock, leader: lock.holder };
  return html`<${Row} ...${view} of=${lock} row=${row} words=${WORDS} isEmpty=${!living(state, lock?.path).length}
    label="The clients of the lock, in the order of the queue" />`;
}

/** Draw the row of those who want a lock. of: the lock; row: it as a row of the stage, see kit/stage.js; isEmpty: nobody is between two tasks. */
export function Row({ of: lock, row, words, isEmpty, label, ...view }) {
  const empty = (!lock || (!lock.chain.length && isEmpty)) && html`<${Empty} ...${view} />`;
  return html`<${Stage} ...${asScene(view, lock, row)} words=${words} label=${label} empty=${empty} />`;
}

/** Return the view as a scene; while the lock is taken away, clients with a task work without it. */
function asScene(view, lock, row) {
  const { state } = view;
  if (!lock || lock.locking) return { ...view, row: row ?? NOBODY };
  const working = Object.keys(lock.tasks).filter((id) => state.candidates[id]?.belief === "idle");
  const changed = working.map((id) => [id, { ...state.candidates[id], belief: "working" }]);
  return { ...view, row, state: { ...state, candidates: { ...state.candidates, ...Object.fromEntries(changed) } } };
}

/** The words of the stage; turns change fast, so a client lingers for a moment. */
const WORDS = {
  crown: ({ untaken }, narrow) => (narrow ? "lowest" : `lowest: ${untaken ? "its turn" : "holds the lock"}`),
  stand: () => "",
  lingersMs: 1000,
};

const NOBODY = { path: "", chain: [], leader: null, epoch: null };
