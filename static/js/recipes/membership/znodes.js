// The znodes of a group that its document names.
import { onTheRoll } from "../../past/kinds.js";

/** Return [{path, kind, session, candidate}]: each node's entry among all nodes, and its znode among the live ones. */
export const znodesOf = ({ path, nodes }) => onTheRoll(path, nodes);
