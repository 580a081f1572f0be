// The strategies that an election may follow.

/** The recipes whose candidates lead: name -> what it is. */
export const STRATEGIES = {
  predecessor: "each watches only the one before it",
  herd: "all watch the election, and all wake",
  single: "all race for one znode, leader",
};
