// The processes of a queue, as the view needs them; every fact comes from the state document.
import { outlives } from "../../kit/session.js";
/** @import { CandidateState, QueueState, State } from "../../state.js" */

const byNumber = (one, other) => Number(one.slice(1)) - Number(other.slice(1));

/**
 * Return [{id, role, candidate, item, ghost, place, …}] of the living, and of the dead whose session is not over, or that hold something.
 * @param {{state: State, queue: QueueState, clock: {now: () => number}}} view
 * @param {"consumer" | "producer"} role
 */
export function peopleOf({ state, queue, clock }, role) {
  const known = Object.keys(queue?.[`${role}s`] ?? {}).sort(byNumber);
  const held = heldIn(queue);
  return known.map((id) => personOf(state, queue, role, id, held.get(id) ?? null)).filter((one) => isShown(one, clock.now()));
}

/** Return a map: candidate -> the item in its hands. */
function heldIn(queue) {
  const claimed = Object.entries(queue?.items ?? {}).filter(([, { state }]) => state === "claimed");
  return new Map(claimed.map(([name, { claim }]) => [claim?.candidate, name]));
}

function personOf(state, queue, role, id, held) {
  const said = queue[`${role}s`][id];
  const candidate = state.candidates[id] ?? /** @type {Partial<CandidateState>} */ ({});
  const place = queue.line.findIndex((entry) => entry.candidate === id);
  const believed = candidate.belief === "working" ? (said.item ?? null) : null;
  return { id, role, candidate, said, item: held, ghost: believed !== held ? believed : null, place };
}

function isShown({ candidate, item, place }, now) {
  return candidate.process !== "exited" || item !== null || place >= 0 || outlives(candidate, now);
}

/** Return the ids, consumers first: they have the longer part of the recipe. */
export function processesOf(view) {
  if (!view.queue) return [];
  return /** @type {const} */ (["consumer", "producer"]).flatMap((role) => peopleOf(view, role)).map(({ id }) => id);
}

/** Return the processes that kill, freeze … act on while nobody is chosen. */
export function roles(view) {
  const people = view.queue ? peopleOf(view, "consumer") : [];
  const makers = view.queue ? peopleOf(view, "producer") : [];
  const alive = ({ candidate }) => candidate.process !== "exited";
  const working = people.filter((one) => alive(one) && one.item !== null);
  const first = people.find(({ place }) => place === 0);
  const oldest = working.sort((a, b) => (a.said.began ?? 0) - (b.said.began ?? 0)).at(-1);
  return [
    { role: "at work", who: "the consumer at work", id: oldest?.id ?? null },
    { role: "first in line", who: "the consumer that is first in line", id: first?.id ?? null },
    { role: "producer", id: makers.find(alive)?.id ?? null },
  ];
}

/** Return "12" of "item-0000000012". */
export function numberOf(name) {
  const digits = /-?\d{9,10}$/.exec(name)?.[0];
  return digits ? String(Number(digits.replace(/^-(?=\d{10}$)/, ""))) : name;
}
