// The phases of a handoff, fault → deleted → notified → leading → acknowledged, with their lengths as far as they are known.

const PHASES = ["deleted", "notified", "leading", "acknowledged"];
const MEASURED = ["deleted", "next", ...PHASES.slice(1)];
const FAULTS = {
  kill: "killed",
  pause: "frozen",
  expire: "session expired",
  stop: "stopped",
  resign: "resigned",
  behind: "set behind",
  cut: "cut off from ZooKeeper",
  deleted: "znode deleted by a person",
};

export function endOf({ fault, mark, found_gone: foundGone, phases_from: from }) {
  if (mark) return `marked: ${mark.what}`;
  if (from === "lost") return "connection lost, as the servers list it";
  return fault ? (FAULTS[fault] ?? fault) : `znode ${foundGone ? "found gone" : "deleted"}, nobody here saw why`;
}

/**
 * Return the phases of a handoff, which may be under way.
 * @returns {{phase: string, ms?: number, open?: boolean, total?: number, unseen?: boolean}[]}
 */
export function phasesOf(handoff, now) {
  return handoff.phases_ms ? measured(handoff) : soFar(handoff, now);
}

/** Return the phases of a running handoff: done, running, still to come, or not reported. */
function soFar({ at, mark, to, to_znode: heir }, now) {
  const known = at.fault ?? mark?.at;
  let start = known ?? at.deleted;
  const isSilent = heir && !to;
  return PHASES.map((phase, place) => {
    if (place === 0 ? typeof known !== "number" : isSilent) return { phase, unseen: true };
    const begun = start;
    start = typeof at[phase] === "number" ? at[phase] : null;
    if (begun === null) return { phase };
    return { phase, ms: Math.max(0, (start ?? now) - begun) * 1000, open: start === null };
  });
}

/**
 * Return the measured phases: each from the one known before it, so that they add up; the first one from the fault, a
 * mark, the lost connection or the deletion. `next`, until a stranger came, is one only where it is known.
 */
function measured({ phases_ms: reached }) {
  let before = 0;
  return MEASURED.filter((phase) => phase !== "next" || typeof reached.next === "number").map((phase) => {
    if (typeof reached[phase] !== "number") return { phase, unseen: true };
    const total = phase === "acknowledged" ? reached[phase] : undefined;
    const ms = Math.max(0, reached[phase] - before);
    before = reached[phase];
    return { phase, ms, total };
  });
}

/** Return when the last heir led, how long the handoff took, from when on, and how long no numbers came, if longer, {name, led, ms, from, gap}; null if not known. */
export function passageOf({ last_handoff: last, work }) {
  const { leading: led, acknowledged: ms } = last?.phases_ms ?? {};
  if (typeof led !== "number" || typeof ms !== "number") return null;
  const gap = work?.gaps?.at(-1);
  return { name: last.to_name, led, ms, from: last.phases_from, gap: gap && gap.from === last.from && gap.to === last.to && gap.ms > ms ? gap.ms : null };
}
