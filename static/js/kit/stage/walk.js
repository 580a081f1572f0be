// The stage by keys: it is one stop of the tab key; arrows, Home and End walk its processes and folds in their order.
const STEPS = { ArrowRight: 1, ArrowLeft: -1, Home: 1, End: -1 };

/** Create the walk in a drawing; its processes and folds have their slots as data. tools: choose(id). */
export function createWalk(svg, tools) {
  let scene = null;
  let nodes = new Map(); // key of a slot -> its node
  let wanted = null; // the candidate that gets the focus when it is drawn: it was in a fold
  svg.addEventListener("keydown", walk);

  return { follow };

  /** Follow a drawing: put what is read into the order of the chain, and one of it into that of the tab key. */
  function follow(drawn) {
    scene = drawn;
    const focused = svg.contains(document.activeElement) ? document.activeElement : null;
    const all = [...svg.querySelectorAll("g.process:not([data-leaving]), g.fold:not([data-leaving])")];
    const found = new Map(all.map((node) => [node.__data__.key, node]));
    nodes = new Map(scene.places.slots.filter(({ key }) => found.has(key)).map(({ key }) => [key, found.get(key)]));
    let next = null;
    for (const node of [...nodes.values()].reverse()) {
      if (next && !(node.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING)) next.before(node);
      next = node;
    }
    const chosen = scene.shown.find(({ id }) => id !== null && id === wanted);
    const goal = (chosen && nodes.get(chosen.key)) ?? focused;
    if (chosen) wanted = null;
    const stop = scene.shown.find(({ id, process }) => process && id !== null && id === scene.chosen.candidate);
    stopAt(focused ? goal : (nodes.get(stop?.key) ?? nodes.values().next().value));
    if (focused && goal !== document.activeElement) goal.focus({ preventScroll: true });
  }

  function stopAt(stop) {
    for (const node of nodes.values()) if (node.getAttribute("tabindex") !== (node === stop ? "0" : "-1")) node.setAttribute("tabindex", node === stop ? "0" : "-1");
  }

  function walk(event) {
    const step = STEPS[event.key];
    const keys = [...nodes.keys()];
    const at = [...nodes.values()].indexOf(event.target);
    if (!step || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const to = event.key === "Home" ? 0 : event.key === "End" ? keys.length - 1 : at + step;
    if (to >= 0 && to < keys.length) goTo(keys[to], step);
  }

  /** Go to a slot; in a fold, to its first or last candidate of ours, which unfolds. */
  function goTo(key, step) {
    const slot = scene.places.slots.find((one) => one.key === key);
    const own = (slot.folded ?? [slot]).filter(({ id }) => id !== null);
    const id = own.at(step > 0 ? 0 : -1)?.id;
    if (slot.folded && id) wanted = id;
    else nodes.get(key).focus();
    stopAt(nodes.get(key));
    if (id && id !== scene.chosen.candidate) tools.choose(id);
  }
}
