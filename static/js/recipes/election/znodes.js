// The znodes of an election that its document names.
import { inLine } from "../../past/kinds.js";

/** Return [{path, kind, session, candidate}]: the candidates' znodes, and what stands beside the election. */
export function znodesOf({ path, chain, acknowledged, data }) {
  const beside = [acknowledged && "-acknowledged", data && "-version"].filter(Boolean);
  return [...inLine(path, chain), ...beside.map((ending) => ({ path: path + ending, kind: "persistent" }))];
}
