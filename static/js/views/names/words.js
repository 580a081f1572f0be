// The events of name services in words; see words.js.

const who = (id) => ({ who: id });

export const WORDS = {
  "name.followed": (path, { by }) => [`the name service at ${path} is shown${by ? ` by ${by}` : ""}`],
  "name.moving": (path, { candidate, by }) => [who(candidate), ` is asked to move${by ? ` by ${by}` : ""}`],
  "candidate.moving": (id, { address }) => [who(id), ` goes on at ${address}`],
  "candidate.called": (id, { address, by, error }) =>
    error ? [who(id), ` called ${address}: ${error}`] : [who(id), ` called ${address}: `, who(by), " answered"],
};

export const TONES = { "candidate.moving": "lead", "candidate.called": "" };
