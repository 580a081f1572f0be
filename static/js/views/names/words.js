// The events of name services in words; see words.js.
import { askedBy } from "../../format.js";

const who = (id) => ({ who: id });

export const WORDS = {
  "name.followed": (path, data) => [`the name service at ${path} opened${askedBy(data)}`],
  "name.moving": (path, data) => [who(data.candidate), ` is asked to move${askedBy(data)}`],
  "candidate.moving": (id, { address }) => [who(id), ` goes on at ${address}`],
  "candidate.called": (id, { address, by, error }) =>
    error ? [who(id), ` called ${address}: ${error}`] : [who(id), ` called ${address}: `, who(by), " answered"],
};

export const TONES = { "candidate.moving": "lead", "candidate.called": "" };
