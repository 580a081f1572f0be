// A turn with a lock of either kind, as a round: asked → has it → released, or until the session of a dead holder ends.
import { passing } from "../../kit/proportion.js";

const ENDS = { kill: "killed", pause: "frozen", exit: "ended" };

/**
 * Return the round; its total runs from the place in the queue on, not from the lock.
 * @param {any} turn
 * @param {number} now
 */
export function turnOf({ candidate, asked, held, ended, fault, freed }, now) {
  const end = ENDS[fault] ?? "released";
  const isHeld = ended == null;
  const steps = [
    { phase: "waits", name: "waits", until: `${candidate} had the lock`, at: held },
    { phase: "holds", name: "has it", title: "has the lock", until: fault ? `it was ${end}` : "it released the lock", tone: "lead", at: ended },
    ...(fault ? [{ phase: "dies", name: fault === "exit" ? "znode goes" : "session runs out", until: "its znode was gone", tone: "dead", at: freed }] : []),
  ];
  return {
    of: `${candidate} ${held}`,
    who: candidate,
    what: isHeld ? null : end,
    takes: isHeld ? "since it queued:" : "in all",
    ears: `${candidate}, ${isHeld ? "has the lock" : end}`,
    phases: passing(asked, steps, now),
  };
}
