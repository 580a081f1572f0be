// What stands at a path, in words: the dashboard tells its shape by the names of its members.

const LEADERLESS = {
  "shared lock": {
    is: "A shared lock",
    rules: `Readers hold it together, a writer holds it alone. A reader waits for the writers before it, a writer for all who
      stand before it: Curator's readers watch the first writer, kazoo's the nearest one before them.`,
    known: "Its members' names tell that it is one: __READ__ and __WRIT__ are Curator's, __rlock__ is kazoo's.",
  },
  semaphore: {
    is: "A semaphore",
    rules: `Several hold a lease at once. One at a time asks for the next lease, so only the newest znode may still wait.
      How many leases there are no znode tells.`,
    known: "Its members' names tell that it is one: -lease- is of Curator's InterProcessSemaphoreV2.",
  },
  queue: {
    is: "A queue",
    rules: "Ephemeral znodes stand here in the order of their numbers. The first is just the first.",
    known: "Their names tell neither an election nor a lock, so nobody is said to lead or to hold anything.",
  },
};
const EITHER = {
  "lock or election": {
    is: "A lock or an election",
    rules: "The first one should hold the lock, or lead; each of the others waits for the one before it.",
    known: `The names do not tell which of the two it is: kazoo's Lock and Election share one form, as do Curator's
      InterProcessMutex and LeaderSelector.`,
  },
};

const KEY = {
  is: "A leader key",
  rules: `Programs race to create this one znode; whoever owns it leads until it lets it go, or its session ends. Patroni's is one.
    A candidate that is started here races for it too.`,
  known: "Its name, leader, tells that it is one. Its data is shown as its owner's name. Nobody knows who else races for it.",
};

/** Whether somebody else's program owns the znode that is raced for, and none of ours races. */
export const isKey = ({ strategy, chain, racers = [] }) =>
  strategy === "single" && !racers.length && chain[0]?.candidate === null;

/** What the panel beside the drawing tells; null for an election that ours may stand in by a recipe. */
export const tellingOf = (election) => aboutShape(election) ?? (isKey(election) ? KEY : null);

/** {is, rules, known}; null for an election. */
export const aboutShape = ({ shape }) => ({ ...LEADERLESS, ...EITHER })[shape] ?? null;

/** Whether somebody leads there, or may. */
export const isLed = ({ shape }) => !Object.hasOwn(LEADERLESS, shape ?? "");

export const isElection = (election) => aboutShape(election) === null;

/** In a list: "predecessor" of what Handoff's candidates may follow, else what it is. */
export const wordOf = ({ shape, strategy }) => (aboutShape({ shape }) ? shape : strategy);

/** How a member of what has no leader stands, above its znode; a candidate of Handoff holds nothing there. */
export function standWord({ shape }, { truth, library }) {
  if (shape === "queue" || library === "Handoff") return "";
  return { holder: shape === "semaphore" ? "a lease" : "holds", waiting: "waits" }[truth] ?? "may hold";
}
