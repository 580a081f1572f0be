// The znode of a configuration, as its document names it.
import { owned } from "../../past/kinds.js";

/** Return [{path, kind}]: the znode itself while it exists. */
export const znodesOf = ({ path, znode }) => (znode ? [owned(path, znode)] : []);
