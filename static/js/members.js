// What the members of elections and locks are called, as the state document has it.
import { baseOf, parentOf } from "./paths.js";

const names = new WeakMap(); // a chain → znode → name, of those that are not ours

/** The name of the program whose znode this is, where it is a member and not a process of ours. */
export function strangerAt({ elections, locks }, path) {
  const place = parentOf(path);
  const chain = (elections[place] ?? locks[place])?.chain;
  if (!chain) return undefined;
  if (!names.has(chain)) {
    const strangers = chain.filter(({ candidate, name, label }) => !candidate && name !== label);
    names.set(chain, new Map(strangers.map(({ znode, name }) => [znode, name])));
  }
  return names.get(chain).get(baseOf(path));
}
