// The line: the stage of an election, with readers and writers on it.
import { html } from "../../html.js";
import { Row } from "../lock/queue.js";
import { living } from "./people.js";

/** Draw the line; the holders are its leaders. */
export function Line(view) {
  const { shared, state } = view;
  const chain = shared?.chain.map((entry) => (entry.truth === "holder" ? { ...entry, truth: "leader" } : entry));
  const row = shared && { ...shared, chain, leader: null, epoch: null };
  return html`<${Row} ...${view} of=${shared} row=${row} words=${WORDS} isEmpty=${!living(state, shared?.path).length}
    label="Readers and writers, in the order of the line" />`;
}

/** The words of the stage; the crown is on the first holder, and says how many hold the lock. */
const WORDS = {
  crown: ({ chain }, narrow) => crownOf(chain.filter(({ truth }) => truth === "leader"), narrow),
  stand: (_, { revoked }) => (revoked ? "unlock" : ""),
  lingersMs: 1000,
};

function crownOf(holders, narrow) {
  if (holders[0]?.mode === "write") return narrow ? "alone" : "a writer, alone";
  if (holders.length < 2) return narrow ? "reads" : "a reader";
  return narrow ? `${holders.length} read` : `${holders.length} readers, together`;
}
