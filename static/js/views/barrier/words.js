// The barrier's own events, in words.

const who = (id) => ({ who: id });

export const WORDS = {
  "barrier.opened": (path, { size }) => [`${size} pass the barrier ${path} together`],
  "candidate.enters": (id) => [who(id), " comes to the barrier"],
  "candidate.entered": (id, { round }) => [who(id), ` is inside, in round ${round}`],
  "candidate.departs": (id, { round }) => [who(id), ` is done in round ${round}`],
  "candidate.left": (id, { round }) => [who(id), ` has left round ${round}`],
  "candidate.late": (id, { round }) => [who(id), ` was too late for round ${round}`],
  "candidate.fell_out": (id, { reason }) => [who(id), ` is inside no more: ${reason}`],
};

export const TONES = {
  "candidate.entered": "lead",
  "candidate.left": "new",
  "candidate.late": "frozen",
  "candidate.fell_out": "dead",
};
