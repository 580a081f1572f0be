// The events of groups in words; see words.js.

export const WORDS = {
  "group.followed": (path, { by }) => [`the group at ${path} is followed${by ? ` by ${by}` : ""}`],
  "group.forgotten": (path, { node, by }) => [{ who: node }, ` is forgotten in ${path}${by ? ` by ${by}` : ""}`],
};

export const TONES = { "group.forgotten": "lost" };
