// Text pasted into the line. A terminal would run all its lines at once; here each waits for Enter.
const PROMPT = /^\s*\[zk: [^\]]*\]\s?/;

/** Return the commands of a pasted text; of a copied zkCli session, only what was typed there. */
export function linesOf(text) {
  const lines = text.split(/\r\n|\r|\n/);
  const prompted = lines.filter((line) => PROMPT.test(line));
  const said = (prompted.length ? prompted : lines).map((line) => line.replace(PROMPT, ""));
  return lines.length > 1 ? said.filter((line) => line.trim()) : said;
}
