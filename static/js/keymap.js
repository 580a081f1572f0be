// What each key means: the same in every view. A view says in its `keys` what that comes to for it.

/** The keys, by their meaning; the views' own are among them. */
export const MEANINGS = {
  "0": "restart a count",
  "1 … 9": "start this many; in the workbench, choose a tab",
  a: "create it again, at once",
  b: "make its data old",
  c: "copy",
  d: "in the tour: do it for me",
  e: "expire its session",
  f: "freeze",
  g: "the guided tour: begin, leave, or resume it",
  h: "slow motion",
  i: "put something in",
  j: "show its znode in the tree; again: that one's parent",
  k: "kill",
  l: "turn the protection off, or on again: a lock, fencing",
  m: "measure",
  n: "make a new one",
  o: "open a console",
  p: "projector: larger type",
  q: "let it resign",
  r: "restart",
  s: "stop",
  t: "dark or light",
  u: "up: get the newest data, go to the parent",
  v: "type a value",
  w: "wake",
  x: "delete for good what is chosen; the page asks first if that cannot be undone",
  y: "ask for a decision: to give back a lock, to let a node lead",
  z: "choose a ZooKeeper server, first the quorum leader; ← → the next one",
  "/": "search znodes",
  "-": "close the column, or open it; a projector has it over the picture",
  ">": "export",
  "[ · ]": "the previous, the next view",
  ". · ,": "one event forward, back in time; in the tour: forward, back",
  End: "return from the past to now",
  "← →": "choose the previous, the next candidate",
  "↑ ↓ ← →": "in the tree: move, close, open",
  Esc: "dismiss the messages, then choose nobody",
  "?": "this list",
};

export const isDigit = (key) => /^[1-9]$/.test(key);

/** Tell whether the help says what a key of one character means. */
export function isListed(key) {
  return isCharacter(key) && (isDigit(key) || Object.keys(MEANINGS).some((keys) => keys.split(" · ").includes(key)));
}

/** Tell whether a key is a single character, which a reader may turn off. */
export function isCharacter(key) {
  return key.length === 1;
}
