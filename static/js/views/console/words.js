// What consoles do, in words.
import { cut } from "../../format.js";

const LONGEST_LINE = 60;

export const WORDS = {
  "console.opened": (id, { session }) => [`console ${id} was opened, with the session ${session}`],
  "console.said": (id, { line }) => [`${id}: ${cut(line, LONGEST_LINE)}`],
  "console.closed": (id) => [`console ${id} was closed, and its session with it`],
};

export const TONES = {
  "console.opened": "new",
  "console.said": "",
  "console.closed": "",
};
