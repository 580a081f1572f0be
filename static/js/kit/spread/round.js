// The last changes of a value that spreads: written → told → in use by the first → in use by the last.
import { cut } from "../../format.js";
import { html } from "../../html.js";
import { LastRound } from "../last_round.js";
import { passing } from "../proportion.js";
import { changesOf, oneLine, subscribersOf } from "./values.js";

const LONGEST = 24;

/** Draw the changes of `document`. word: for one; gone: what a deletion is called. */
export function Spreading({ of: document, state, clock, word, gone, empty, invites, facts }) {
  const changes = changesOf(document).reverse();
  const rounds = changes.map((change, index) => ({ ...roundOf(change, index ? [] : subscribersOf(document), gone), facts: index ? null : facts })).filter(({ isAwaited }) => isAwaited);
  return html`<${LastRound} word=${word} state=${state} clock=${clock} empty=${empty} invites=${invites} roundsOf=${() => rounds} />`;
}

/**
 * Return a change as a round; where nobody was told at once it took no time that could be seen. isAwaited: whether anybody was there to be told, who was not still
 * starting when the znode was first written.
 */
export function roundOf(change, subscribers, gone) {
  const { number, what, value, at, asked_at: asked, told = {}, slept = {}, of, within_ms: within } = change;
  const begin = asked ?? at;
  const had = Object.entries(told).filter(([id]) => !slept[id]).map(([, when]) => when);
  const first = had.length ? Math.min(...had) : null;
  const heard = subscribers.map(({ told_at: when }) => when).filter((when) => when >= begin && when <= first);
  const words = what === "deleted" ? gone : `“${cut(oneLine(value), LONGEST)}”`;
  const count = Object.keys(told).length;
  const isLate = count > 0 && !had.length;
  const reached = `reached ${count} of ${of}${isLate ? ", none at once" : ""}`;
  const untimed = isLate ? "nothing to time" : null;
  const steps = [
    ...(heard.length ? [{ phase: "told", name: "told", until: "the first was told", at: Math.min(...heard) }] : []),
    { phase: "first", name: "first has it", until: "the first had it in use", at: first },
  ];
  const phases = passing(begin, steps, null);
  const before = phases.reduce((sum, { ms }) => sum + (ms ?? 0), 0);
  const all = { phase: "last", name: "all have it", until: "the last had it in use", ms: within == null ? undefined : Math.max(0, within - before) };
  return {
    of: number,
    who: html`<bdi>${words}</bdi>`,
    what: reached,
    ears: `${words}, ${reached}`,
    untimed,
    isAwaited: of > 0 && !(isLate && number === 1),
    phases: isLate ? [] : had.length > 1 ? [...phases, all] : phases,
  };
}
