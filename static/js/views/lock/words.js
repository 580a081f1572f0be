// The lock's own events, in words.
import { askedBy } from "../../format.js";

const who = (id) => ({ who: id });

export const WORDS = {
  "lock.opened": (path, { file }) => [`the lock ${path} guards ${file}`],
  "lock.switched": (path, data) => [`the lock ${path} was ${data.on ? "given back" : "taken away"}${askedBy(data)}`],
  "candidate.asking": (id, { within }) => [
    who(id),
    typeof within === "number" ? ` asks for the lock, for at most ${within} s` : " asks for the lock",
  ],
  "candidate.gave_up": (id, { within }) => [who(id), ` gave up: it has waited for ${within} s`],
  "candidate.working": (id, { read, done }) => [
    who(id),
    done > 0 ? ` goes on with its task at ${Math.round(done * 100)} %` : ` has read ${read}, and works`,
  ],
  "candidate.written": (id, { value }) => [who(id), ` has written ${value}`],
  "candidate.abandoned": (id, { reason }) => [who(id), ` writes nothing: ${reason}`],
};

export const TONES = {
  "lock.opened": "",
  "lock.switched": "frozen",
  "candidate.gave_up": "frozen",
  "candidate.written": "new",
  "candidate.abandoned": "dead",
};
