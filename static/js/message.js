// A message to a watcher, among the events: what it tells of, the message, and what the one that was told says then.
export const CAUSE = "znode.deleted";
export const MESSAGE = "candidate.notified";
export const REPORT = "candidate.reported";
