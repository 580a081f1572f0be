// What is on its way at a moment of the past. Pure functions.
import { CAUSE, MESSAGE } from "../message.js";
import { baseOf } from "../paths.js";

/**
 * Return the messages among these events that are on their way at `now`: [{event, share}], share: how far each has come,
 * from 0 to 1. A message left when its znode ended, and arrives when its event says; one that nobody saw the cause of has
 * arrived. least: seconds that each takes at least.
 */
export function onTheirWay(events, now, least) {
  const messages = events.filter(({ kind }) => kind === MESSAGE).map((event) => ({ event, ...spanOf(event, events, least) }));
  const travelling = messages.filter(({ sent, received }) => sent <= now && now <= received);
  return travelling.map(({ event, sent, received }) => ({ event, share: (now - sent) / (received - sent) }));
}

function spanOf(message, events, least) {
  const cause = events.findLast(({ kind, subject }) => kind === CAUSE && baseOf(subject) === message.data.znode);
  if (!cause) return { sent: message.at - least, received: message.at };
  const sent = Math.min(cause.at, message.at);
  return { sent, received: Math.max(message.at, sent + least) };
}
