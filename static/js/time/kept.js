// What the dashboard keeps: its runs, and the moments that people look for, asked again while more happens.
import { call, query } from "../rest.js";

const AGAIN_MS = 2000;
const MOST = 5000;

/** Create the list of what is kept; changed() is called with each change. */
export function createKept(changed) {
  const kept = { runs: [], moments: [], error: null, look, forget };
  let [seen, due] = [0, null];
  return kept;

  /** Ask for what has come up to this event, soon. */
  function look(seq) {
    if (seq !== null && seq < seen) forget(); // another dashboard, whose numbers begin again
    if (due !== null || seq === null || seq <= seen) return;
    due = setTimeout(ask, seen ? AGAIN_MS : 0, seq);
  }

  /** Forget it all: something else is looked at. */
  function forget() {
    seen = 0;
    Object.assign(kept, { runs: [], moments: [], error: null });
  }

  async function ask(seq) {
    try {
      const since = kept.moments.length ? kept.moments.at(-1).seq + 1 : 0;
      const [history, { moments }] = await Promise.all([call("GET", "history"), call("GET", query("moments", { since, limit: MOST }))]);
      Object.assign(kept, { ...history, moments: [...kept.moments, ...moments].slice(-MOST), error: null });
      seen = seq;
    } catch (error) {
      kept.error = error.message;
    }
    due = null;
    changed();
  }
}
