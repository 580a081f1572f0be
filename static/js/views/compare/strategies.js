// The three that are compared, and what is told of a death under each.
import { count, milliseconds } from "../../format.js";

export const STRATEGIES = ["predecessor", "herd", "single"];
export const WAYS = {
  predecessor: "each watches the one before it",
  herd: "all watch the list, and all wake",
  single: "all race for one znode",
};

const number = (value) => (typeof value === "number" ? count(value) : "–");

/** What is told of a death: its name, how the page words it, what it means. */
export const FIGURES = [
  {
    name: "notifications",
    word: "told of the deletion",
    means: "processes that ZooKeeper woke because the leader's znode was deleted",
    chart: "notifications of the deletion",
    show: number,
  },
  {
    name: "again",
    word: "woken again",
    means: "further notifications, by a creation: of the next leader's znode, or of the old one's that queues again",
    chart: "notifications by the creation",
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
    means: "creates that failed because somebody else was faster",
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
    means: "watches that the server has to keep afterwards",
    chart: "watches standing",
    show: number,
  },
];

/** How many times processes were woken by one death, in all. */
export const wokenBy = (figures) => (figures ? (figures.notifications ?? 0) + (figures.again ?? 0) : null);

/** What the chart can show: all of these, and how often processes woke in all. */
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

export const valueOf = (figure, point) => (figure.of ? figure.of(point) : point?.[figure.name]) ?? null;

/** The candidates of one of the elections, in the order of their start; the dead one of the last strike too. */
export function castOf({ candidates }, path, death) {
  return Object.keys(candidates)
    .filter((id) => candidates[id].election === path && (isThere(candidates[id]) || id === death?.from))
    .sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
}

export const isThere = ({ process }) => process !== "exited";
