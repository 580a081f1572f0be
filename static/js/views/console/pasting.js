// What is pasted into the line. A terminal would run each line of it at once; here each waits for Enter.
const PROMPT = /^\s*\[zk: [^\]]*\]\s?/;

/** The commands of a pasted text; of what was copied from a session of zkCli only what was typed there. */
export function linesOf(text) {
  const lines = text.split(/\r\n|\r|\n/);
  const prompted = lines.filter((line) => PROMPT.test(line));
  const said = (prompted.length ? prompted : lines).map((line) => line.replace(PROMPT, ""));
  return lines.length > 1 ? said.filter((line) => line.trim()) : said;
}
