// What the dashboard keeps: its runs, and the moments that people look for, asked again while more happens.
import { call, query } from "../rest.js";

const AFTER_MS = 300; // what stands on the bar comes after the first picture
const AGAIN_MS = 2000;
const MOST = 10_000;
const EACH = 2000; // of a kind at one path, or of the faults: the hand-overs of a busy lock push nothing else out

/** Create the list of what is kept; changed() is called with each change. */
export function createKept(changed) {
  const kept = { runs: [], moments: [], error: null, look, forget };
  let [seen, due, known] = [0, null, null]; // due: the question that waits, or is under way; known: the run
  return kept;

  /** Ask for what has come up to this event of a run, soon. */
  function look(seq, run) {
    if (run !== known) forget(); // another dashboard, whose numbers may begin again
    known = run;
    if (due !== null || seq === null || seq <= seen) return;
    due = setTimeout(() => ask(seq, due), seen ? AGAIN_MS : AFTER_MS);
  }

  /** Forget it all, and what is answered to earlier questions: something else is looked at. */
  function forget() {
    clearTimeout(due);
    [seen, due] = [0, null];
    Object.assign(kept, { runs: [], moments: [], error: null });
  }

  async function ask(seq, mine) {
    const found = await answered().catch(({ message }) => ({ error: message }));
    if (mine !== due) return;
    Object.assign(kept, found);
    if (!found.error) seen = seq;
    due = null;
    changed();
  }

  async function answered() {
    const since = kept.moments.length ? kept.moments.at(-1).seq + 1 : 0;
    const [history, { moments }] = await Promise.all([call("GET", "history"), call("GET", query("moments", { since, each: EACH, limit: MOST }))]);
    return { ...history, moments: newestOfEach([...kept.moments, ...moments], EACH).slice(-MOST), error: null };
  }
}

/** Return the moments without those that have more than so many newer ones of their kind at their path, or of the faults. */
export function newestOfEach(moments, most) {
  const counts = new Map();
  const isNew = ({ what, subject }) => {
    const group = what === "fault" ? what : `${what} ${subject}`;
    counts.set(group, (counts.get(group) ?? 0) + 1);
    return counts.get(group) <= most;
  };
  return [...moments].reverse().filter(isNew).reverse();
}
