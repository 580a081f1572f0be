// The invariants, which the dashboard checks at every event.
import { html } from "../../html.js";
import { Verdicts } from "../../kit/checks.js";

const WORDS = {
  one_leader: [
    "at most one leader",
    "No two candidates believe at the same time that they lead while their sessions last by their own clocks",
  ],
  leader_owns_znode: ["a leader owns the key", "The leader owns the znode that all race for"],
  leader_is_lowest: ["lowest leads", "The leader owns the lowest live znode"],
  one_wakeup: ["one wake-up", "One deletion wakes at most one candidate"],
  watches_parent: [
    "watches the list",
    "Each waiting candidate watches the election's list of children: otherwise it would not learn that the leader has ended",
  ],
  watches_predecessor: [
    "watches the one before",
    "Each waiting candidate watches exactly the one before it, and no two watch the same one",
  ],
};

const OF_LOCKS = {
  ...WORDS,
  one_leader: ["at most one holder", "No two clients believe at the same time that they hold the lock"],
  leader_is_lowest: ["lowest holds", "The holder owns the lowest live znode"],
};

export function Invariants({ election }) {
  return election && html`<${Verdicts} of=${election} words=${election.shape === "lock" ? OF_LOCKS : WORDS} />`;
}
