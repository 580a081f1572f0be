// The three strategies that are compared, and the figures of a death under each.
import { count, milliseconds } from "../../format.js";
import { GLOSSARY } from "../../glossary.js";
import { outlives } from "../../kit/session.js";

export const STRATEGIES = ["predecessor", "herd", "single"];
export const WAYS = {
  predecessor: "each watches the one before it",
  herd: "all watch the list, and all wake",
  single: "all race for one znode",
};

const number = (value) => (typeof value === "number" ? count(value) : "–");

/** The figures of a death: the name of each, its words on the page, its meaning, and what it is worked out from, if it is. */
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
  { name: "reads", word: "reads to lead", means: GLOSSARY["to lead"].says, chart: "reads to lead", show: number },
  { name: "writes", word: "writes to lead", means: GLOSSARY["to lead"].says, chart: "writes to lead", show: number },
  {
    name: "creates",
    word: "creates",
    means: "those of the writes that tried to create the znode",
    chart: "creates",
    show: number,
  },
  {
    name: "failed",
    word: "creates failed",
    means: "creates that failed because another process was faster",
    chart: "creates failed",
    show: number,
  },
  {
    name: "ms",
    word: "deletion to acknowledgement",
    means: "the part of the handoff from the deletion of the leader's znode on",
    chart: "milliseconds from deletion to acknowledgement",
    show: (value) => (typeof value === "number" ? milliseconds(value) : "–"),
  },
  {
    name: "watches",
    word: "watches of those who wait",
    means: GLOSSARY["watches of those who wait"].says,
    chart: "watches of those who wait",
    show: number,
    of: waitingOf,
  },
];

/** Return the watches that were not on own znodes; null if that is not known. */
function waitingOf({ watches, own }) {
  return typeof own === "number" ? watches - own : null;
}

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
  ...FIGURES.filter(({ name }) => ["reads", "failed", "ms"].includes(name)),
];

export const figureOf = (figure, point) => (point && (figure.of ? figure.of(point) : point[figure.name])) ?? null;

/** Return the candidates of one election in the order of their start, with the last strike's dead leader, and the dead whose session is not over now. */
export function castOf({ candidates }, path, death, now = Infinity) {
  return Object.keys(candidates)
    .filter((id) => candidates[id].election === path && (isThere(candidates[id]) || id === death?.from || outlives(candidates[id], now)))
    .sort((one, other) => Number(one.slice(1)) - Number(other.slice(1)));
}

export const isThere = ({ process }) => process !== "exited";
