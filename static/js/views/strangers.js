// The names of the members of a chain, from the state document.
import { baseOf, parentOf } from "../paths.js";
import { CHAINED } from "./registry.js";

const names = new WeakMap(); // a chain → znode → name, of members that are not ours

/** Return the chains that have members of other programs. */
export function strangeChains(state) {
  const chains = CHAINED.flatMap(({ section }) => Object.values(state[section] ?? {}).map(({ chain }) => chain));
  return chains.filter((chain) => chain.some(({ candidate }) => !candidate));
}

/** Return the name of the program that owns this znode, if it is a member and not a process of ours. */
export function strangerAt(state, path) {
  const place = parentOf(path);
  const chain = CHAINED.map(({ section }) => state[section]?.[place]).find(Boolean)?.chain;
  if (!chain) return undefined;
  if (!names.has(chain)) {
    const strangers = chain.filter(({ candidate, name, label }) => !candidate && name !== label);
    names.set(chain, new Map(strangers.map(({ znode, name }) => [znode, name])));
  }
  return names.get(chain).get(baseOf(path));
}
