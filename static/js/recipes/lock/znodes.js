// The znodes of a lock that its document names.
import { inLine } from "../../past/kinds.js";

/** Return [{path, kind, session, candidate}]: a znode for each client in line. */
export const znodesOf = ({ path, chain }) => inLine(path, chain);
