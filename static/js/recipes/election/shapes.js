// What an election follows, and what else is at a path, in words: the dashboard knows a shape by the names of its members.

/** The recipes whose candidates lead: name -> what it is. */
export const STRATEGIES = {
  predecessor: "each watches only the one before it",
  herd: "all watch the election, and all wake",
  single: "all race for one znode, leader",
};

const LEADERLESS = {
  "shared lock": {
    is: "A shared lock",
    rules: `Readers hold it together, a writer holds it alone. A reader waits for the writers before it, a writer for all
      before it: Curator's readers watch the first writer, all others the nearest one before them.`,
    known: `The names of its members show it: __READ__ and __WRIT__ are Curator's, __rlock__ is kazoo's, sh and ex are of Ruby's zk;
      read- and write- are of ZooKeeper's recipe, which Handoff's SharedLock follows.`,
  },
  semaphore: {
    is: "A semaphore",
    rules: `Several clients hold a lease at once. One client at a time asks for the next lease, so only the newest znode may still wait.
      No znode says how many leases there are.`,
    known: "The names of its members show it: -lease- is from Curator's InterProcessSemaphoreV2.",
  },
  group: {
    is: "A group",
    rules: "Each program keeps an ephemeral znode here for as long as it takes part. They have no order, and nobody leads.",
    known: "The names of its members show it: they are GUIDs, as kazoo's and Curator's recipes make them.",
  },
  queue: {
    is: "A queue",
    rules: "These ephemeral znodes are in the order of their numbers. The first one may have no special role.",
    known: "Their names show neither an election nor a lock, so nobody is shown as a leader or a holder.",
  },
};
const EITHER = {
  lock: {
    is: "A lock",
    rules: "The first one should hold the lock; each of the others waits for the one before it.",
    known: `Its members have written into their znodes that they want a lock, as programs with Handoff's library do; or their names
      show it: x-SESSION- is of ZooKeeper's own WriteLock.`,
  },
  "lock or election": {
    is: "A lock or an election",
    rules: "The first one should hold the lock, or lead; each of the others waits for the one before it.",
    known: `The names do not say which of the two it is: kazoo's Lock and Election share one form, as do Curator's
      InterProcessMutex and LeaderSelector; Accumulo's servers elect their manager by a lock.`,
  },
};

const RACE = "Programs race to create this one znode; its owner leads until it deletes the znode, or until its session ends.";
const KEY = {
  is: "A leader key",
  rules: `${RACE} Patroni uses one. A candidate that starts here races for it too.`,
  known: "Its name, leader, shows this. Its data is shown as its owner's name. The page cannot know who else races for it.",
};
const KEY_ITSELF = {
  is: "A leader key",
  rules: `${RACE} An ephemeral znode has no children, so no candidate of Handoff can stand here.`,
  known: "It is known by its name, as Kafka's controller is, or somebody has opened it here. The page cannot know who else races for it.",
};

/** Tell whether a foreign program owns the znode that programs race for, and no candidate of ours races. */
export const isKey = ({ strategy, chain, racers = [] }) =>
  strategy === "single" && !racers.length && chain.length > 0 && !chain[0].candidate;

/** Return the text of the panel beside the drawing; null for an election that follows one of our recipes. */
export function tellingOf(election) {
  if (election.itself) return KEY_ITSELF;
  return aboutShape(election) ?? (isKey(election) ? KEY : null);
}

/** Return {is, rules, known} of a shape; null for an election. */
export const aboutShape = ({ shape }) => ({ ...LEADERLESS, ...EITHER })[shape] ?? null;

/** Tell whether it has a leader, or may have one. */
export const isLed = ({ shape }) => !Object.hasOwn(LEADERLESS, shape ?? "");

export const isElection = (election) => aboutShape(election) === null;

/** Return its word in a list: the strategy that Handoff's candidates may follow, else its shape. */
export const wordOf = ({ shape, strategy }) => (aboutShape({ shape }) ? shape : strategy);

/** Return the word above a member's znode where nobody leads; a candidate of Handoff holds nothing there. */
export function standWord({ shape }, { truth, library }) {
  if (isLed({ shape }) || ["group", "queue"].includes(shape) || library === "Handoff") return "";
  return { holder: shape === "semaphore" ? "a lease" : "holds", waiting: "waits" }[truth] ?? "may hold";
}
