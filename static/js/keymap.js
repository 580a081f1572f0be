// What each key means: the same in every view. A view says in its `keys` what that comes to for it.

/** The keys, by their meaning; the views' own are among them. */
export const MEANINGS = {
  "0": "restart a count",
  "1 … 9": "start so many; in the workbench, which has nothing to start, its tabs",
  a: "make it again, at once",
  b: "set its data behind",
  c: "copy",
  d: "in the tour: do it for me",
  e: "expire its session",
  f: "freeze",
  g: "the guided tour: begin, leave, or resume it",
  h: "slow motion",
  i: "put something in",
  j: "show its znode in the tree; again: that one's parent",
  k: "kill",
  l: "take the protection away, or give it back: a lock, fencing",
  m: "measure",
  n: "make a new one",
  o: "open a console",
  p: "projector: larger type",
  q: "let it resign",
  r: "restart",
  s: "stop",
  t: "dark or light",
  u: "up: to the newest data, to the parent",
  v: "type a value",
  w: "wake",
  x: "delete what is chosen for good; it asks first where that cannot be repaired",
  y: "ask for a decision: to give back, to let lead",
  z: "choose a ZooKeeper server, first the quorum leader; ← → the next one",
  "/": "search znodes",
  ">": "export",
  "[ · ]": "the view before, after",
  ". · ,": "one event on, back in time; in the tour: on, back",
  End: "return from the past to now",
  "← →": "choose the candidate before, after",
  "↑ ↓ ← →": "in the tree: move, close, open",
  Esc: "dismiss the messages, then choose nobody",
  "?": "this list",
};

/** Tell whether a key is a single character, which a reader may turn off. */
export function isCharacter(key) {
  return key.length === 1;
}
