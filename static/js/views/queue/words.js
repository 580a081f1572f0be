// The queue's own events, in words.
import { askedBy } from "../../format.js";
import { numberOf } from "./people.js";

const who = (id) => ({ who: id });

export const WORDS = {
  "queue.opened": (path) => [`the queue ${path} begins`],
  "queue.asked": (path, { candidate, count }) => [who(candidate), ` is asked to put ${count} in`],
  "queue.paced": (path, data) => [`the pace of ${path} was changed${askedBy(data)}`],
  "queue.passed": (path, { put, taken, done, seconds }) => [
    `in ${seconds} s `,
    { who: path },
    `: ${put} put in, ${taken} taken, ${done} done`,
  ],
  "candidate.put": (id, { items, count }) => [who(id), ` has put ${items.length === 1 ? `item ${numberOf(items[0])}` : `${count} items`} in`],
  "candidate.took": (id, { item, times }) => [who(id), ` has taken item ${numberOf(item)}${times > 1 ? `, given out for the ${times}. time` : ""}`],
  "candidate.finished": (id, { item }) => [who(id), ` is done with item ${numberOf(item)}`],
  "candidate.dropped": (id, { reason }) => [who(id), ` has an item no more: ${reason}`],
};

export const TONES = {
  "queue.passed": "new",
  "candidate.put": "wait",
  "candidate.took": "lead",
  "candidate.finished": "new",
  "candidate.dropped": "dead",
};
