// The phases of a handoff as a drill measures them, and what ends each.
export const PHASES = [
  { phase: "detect", until: "the znode was deleted" },
  { phase: "told", until: "the next one was notified" },
  { phase: "claims", until: "it said that it leads" },
  { phase: "acknowledged", until: "ZooKeeper had that" },
];
