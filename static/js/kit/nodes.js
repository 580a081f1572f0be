// Nodes: names that outlive their processes. `choice`: what chosen remembers of one.

/** Return parts of the state, by id, in the order in which people count: n2 before n10. nothing: keys that a merge patch has removed. */
export function counted(parts, nothing) {
  const all = Object.entries(parts ?? {}).map(([id, one]) => ({ ...nothing, ...one, id }));
  return all.sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
}

/** Return the keys with null, as an object: a merge patch removes what it sets to null. */
export const nulls = (keys) => Object.fromEntries(keys.split(" ").map((key) => [key, null]));

/** Return the node of the chosen candidate, else the node that was chosen itself; null for nobody. */
export function chosenAmong(nodes, choice, chosen) {
  const byCandidate = chosen.candidate && nodes.find(({ candidate, holder }) => [candidate, holder].includes(chosen.candidate));
  return byCandidate || (nodes.find(({ id, candidate }) => id === chosen[choice] && !candidate) ?? null);
}

/** Say why a node cannot be started again; null if it can. */
export function whyNotRestart(node) {
  if (!node) return "No node is down";
  if (node.process === "running") return `${node.id} is already running, as ${node.candidate}`;
  if (node.process === "paused") return `${node.id} is frozen: wake it, or kill it first`;
  return null;
}

/** Return the keys that walk the nodes. nodesOf(view), chosenNode(view): all of them, and the chosen one. */
export function walkingKeys(choice, nodesOf, chosenNode) {
  const walk = (step) => (view) => {
    const nodes = nodesOf(view);
    if (!nodes.length) return;
    const at = nodes.findIndex(({ id }) => id === chosenNode(view)?.id);
    const next = at < 0 ? nodes.at(step > 0 ? 0 : -1) : nodes[Math.min(nodes.length - 1, Math.max(0, at + step))];
    view.choose({ [choice]: next.id, candidate: next.candidate });
  };
  return [
    { key: "ArrowLeft", name: "←", does: "choose the previous node", sees: true, when: noServer, run: walk(-1) },
    { key: "ArrowRight", name: "→", does: "choose the next node", sees: true, when: noServer, run: walk(1) },
    { key: "Escape", name: "Esc", does: "choose no node", sees: true, run: ({ choose }) => choose({ [choice]: null, candidate: null, server: null }) },
  ];
}

export const noServer = ({ chosen }) => !chosen.server;
