// The events of groups in words; see words.js.
import { askedBy } from "../../format.js";

export const WORDS = {
  "group.followed": (path, data) => [`the group at ${path} opened${askedBy(data)}`],
  "group.forgotten": (path, data) => [{ who: data.node }, ` is forgotten in ${path}${askedBy(data)}`],
};

export const TONES = { "group.forgotten": "lost" };
