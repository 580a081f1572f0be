// The znodes of a name service that its document names.
import { owned } from "../../past/kinds.js";
import { join } from "../../paths.js";

/** Return [{path, kind, session, candidate}]: a znode for each name that leads somewhere. */
export function znodesOf({ path, names }) {
  const taken = Object.entries(names).filter(([, { znode }]) => znode);
  return taken.map(([name, { znode, providers }]) => {
    const [candidate = null] = Object.keys(providers).filter((id) => znode.session && providers[id].session === znode.session);
    return owned(join(path, name), znode, candidate);
  });
}
