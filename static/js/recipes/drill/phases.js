// The phases of a handoff as a drill measures them, and what ends each.
/** The outcomes of a round that went as it should. */
export const GOOD = ["handed over", "led on"];

/** Return how long all phases of a round took; 0 where one did not end. */
export const lengthOf = ({ ms }) => Object.values(ms).reduce((sum, one) => (one === null ? NaN : sum + one), 0) || 0;

export const PHASES = [
  { phase: "detect", until: "the znode was deleted" },
  { phase: "told", until: "the next one was notified" },
  { phase: "claims", until: "it said that it leads" },
  { phase: "acknowledged", until: "ZooKeeper had that" },
];
