// The three strategies that are compared, and the figures of a death under each.
import { count, milliseconds } from "../../format.js";

export const STRATEGIES = ["predecessor", "herd", "single"];
export const WAYS = {
  predecessor: "each watches the one before it",
  herd: "all watch the list, and all wake",
  single: "all race for one znode",
};

const number = (value) => (typeof value === "number" ? count(value) : "–");

/** The figures of a death: the name of each, its words on the page, its meaning. */
export const FIGURES = [
  {
    name: "notifications",
    word: "notified of the deletion",
    means: "processes that ZooKeeper woke because the leader's znode was deleted",
    chart: "notifications of the deletion",
    show: number,
  },
  {
    name: "again",
    word: "woken again",
    means: "further notifications, for the creation of the next leader's znode, or of the old leader's new znode",
    chart: "notifications of the creation",
    show: number,
  },
  { name: "reads", word: "reads", means: "read requests that followed", chart: "reads", show: number },
  { name: "writes", word: "writes", means: "write requests that followed", chart: "writes", show: number },
  {
    name: "creates",
    word: "creates tried",
    means: "attempts to create a znode",
    chart: "creates tried",
    show: number,
  },
  {
    name: "failed",
    word: "creates refused",
    means: "creates that failed because another process was faster",
    chart: "creates refused",
    show: number,
  },
  {
    name: "ms",
    word: "deletion to leader",
    means: "time from the deletion of the leader's znode to the next leader's acknowledgement",
    chart: "milliseconds from deletion to acknowledgement",
    show: (value) => (typeof value === "number" ? milliseconds(value) : "–"),
  },
  {
    name: "watches",
    word: "watches standing",
    means: "watches that the server keeps afterwards",
    chart: "watches standing",
    show: number,
  },
];

/** Return how often one death woke processes, in all. */
export const wokenBy = (figures) => (figures ? (figures.notifications ?? 0) + (figures.again ?? 0) : null);

/** What the chart can show: some of these figures, and how often processes woke in all. */
export const CHARTED = [
  {
    name: "woken",
    word: "woken",
    means: "how often processes were woken by one death",
    chart: "wake-ups by one death",
    show: number,
    of: wokenBy,
  },
  ...FIGURES.filter(({ name }) => ["reads", "failed", "ms", "watches"].includes(name)),
];

export const figureOf = (figure, point) => (figure.of ? figure.of(point) : point?.[figure.name]) ?? null;

/** Return the candidates of one election in the order of their start, with the last strike's dead leader. */
export function castOf({ candidates }, path, death) {
  return Object.keys(candidates)
    .filter((id) => candidates[id].election === path && (isThere(candidates[id]) || id === death?.from))
    .sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
}

export const isThere = ({ process }) => process !== "exited";
