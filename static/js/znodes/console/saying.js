// The page's requests for a console: open it, send a line, complete it, close it.
import { call, query } from "../../rest.js";

const USUAL_HEIGHT = 16; // rem
const turns = new Map(); // console → the answer to its last line, which the next one waits for

let isWanted = false; // the line takes the focus once it is drawn

/** Return the console that is shown: the chosen one, else the first; null if none is open. */
export function shownIn({ state, chosen }) {
  const open = state?.consoles ?? {};
  return open[chosen.console] ? chosen.console : (Object.keys(open)[0] ?? null);
}

/** Open a console, show it, and return its id; null if the dashboard refused. */
export async function open({ actions, choose, chosen }) {
  const opened = await actions.attempt("console-open", "POST", "consoles", {});
  if (opened) choose({ console: opened.console, consoleHeight: chosen.consoleHeight || USUAL_HEIGHT });
  return opened?.console ?? null;
}

/** Send a line and return the answer; null if it did not run: then `ask` gets the question, or a toast says why. */
export function say(view, id, line, confirm = null, ask = inDialog(view)) {
  const turn = (turns.get(id) ?? Promise.resolve()).then(() => sayNow(view, id, { line, confirm }, ask));
  turns.set(id, turn);
  return turn;
}

function sayNow({ actions }, id, said, ask) {
  const refused = (error) =>
    error.answer?.confirm ? ask({ console: id, line: said.line, ...error.answer.confirm }) : actions.toast(error);
  return actions.attempt(`say-${id}`, "POST", `consoles/${encodeURIComponent(id)}/lines`, said, refused);
}

/** Return an `ask` that opens the question as a dialog; the dialog sends the line again. */
export function inDialog({ choose }) {
  return (ask) => choose({ dialog: "confirm-line", ask });
}

/** Send lines for the tour, one after the other, to the console shown; open one if there is none. */
export async function sayAll(view, lines) {
  const id = shownIn(view) ?? (await open(view));
  for (const line of id ? lines : []) await say(view, id, line);
}

export function close({ actions }, id) {
  return actions.attempt("console-close", "DELETE", `consoles/${encodeURIComponent(id)}`);
}

/** Return {start, words, more} for the line up to the cursor; no words if the dashboard does not answer. */
export async function complete(id, line) {
  try {
    return await call("GET", query(`consoles/${encodeURIComponent(id)}/completions`, { line }));
  } catch {
    return { start: line.length, words: [], more: false };
  }
}

/** Return the longest beginning that all words share. */
export function common(words) {
  const [first = "", ...others] = words;
  let length = first.length;
  for (const word of others) while (!word.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

/** Focus the line of the console shown; open a console if there is none. */
export async function focusLine(view) {
  isWanted = true;
  const id = shownIn(view) ?? (await open(view));
  isWanted &&= Boolean(id);
  if (!id) return;
  view.choose({ console: id, tab: "stage", consoleHeight: view.chosen.consoleHeight || USUAL_HEIGHT });
  requestAnimationFrame(() => requestAnimationFrame(() => takeFocus(document.getElementById("console-line"))));
}

/** Give the line the focus, if it was wanted, as soon as the line is drawn. */
export function takeFocus(line) {
  if (!isWanted || !line) return;
  isWanted = false;
  line.focus();
}
