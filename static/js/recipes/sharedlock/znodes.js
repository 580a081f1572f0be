// The znodes of a shared lock that its document names.
import { inLine } from "../../past/kinds.js";

/** Return [{path, kind, session, candidate}]: a znode for each reader and writer in line. */
export const znodesOf = ({ path, chain }) => inLine(path, chain);
