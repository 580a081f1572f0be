// The invariants, which the dashboard checks at every event.
import { html } from "../../html.js";
import { Checks } from "../../kit/checks.js";

const WORDS = {
  one_leader: [
    "one leader",
    "No two candidates believe that they lead while their sessions last by their own clocks",
  ],
  leader_owns_znode: ["leader owns “leader”", "The leader owns the one znode that all race for"],
  leader_is_lowest: ["lowest leads", "The leader owns the lowest live znode"],
  one_wakeup: ["one wakeup", "One deletion wakes at most one candidate"],
  watches_parent: [
    "all watch the list",
    "Each waiting candidate watches the election's list of children: otherwise nothing would tell it of an end",
  ],
  watches_predecessor: [
    "watches predecessor",
    "A waiting candidate watches exactly the one before it, and no other candidate does",
  ],
};

export function Invariants({ election }) {
  return election && html`<${Checks} of=${election} words=${WORDS} />`;
}
