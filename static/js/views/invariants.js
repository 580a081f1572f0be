// What must always hold, checked by the dashboard at every event.
import { html } from "../html.js";
import { Checks } from "./checks.js";

const WORDS = {
  one_leader: [
    "one leader",
    "Never two candidates that believe they lead and hold a live session by their own clock",
  ],
  leader_owns_znode: ["leader owns “leader”", "Whoever leads owns the one znode that all race for"],
  leader_is_lowest: ["lowest leads", "Whoever leads owns the lowest live znode"],
  one_wakeup: ["one wakeup", "One deletion wakes at most one candidate"],
  watches_parent: [
    "all watch the list",
    "Whoever waits watches the election's list of children: without it, nobody would tell it of an end",
  ],
  watches_predecessor: [
    "watches predecessor",
    "A waiting candidate watches exactly the one before it, and nobody else does",
  ],
};

export function Invariants({ election }) {
  return election && html`<${Checks} of=${election} words=${WORDS} />`;
}
