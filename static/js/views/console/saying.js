// What is asked of the dashboard for a console: open, say a line, complete it, close.
import { call, query } from "../../rest.js";

const USUAL_HEIGHT = 16; // rem
const turns = new Map(); // console → the answer to its last line, which the next one waits for

let isWanted = false; // the line is to have the focus, once it is drawn

/** The console that is shown: the chosen one, else the first; null where none is open. */
export function shownIn({ state, chosen }) {
  const open = state?.consoles ?? {};
  return open[chosen.console] ? chosen.console : (Object.keys(open)[0] ?? null);
}

/** Opens one and shows it; its id, null where the dashboard refused. */
export async function open({ actions, choose, chosen }) {
  const opened = await actions.attempt("console-open", "POST", "consoles", {});
  if (opened) choose({ console: opened.console, consoleHeight: chosen.consoleHeight || USUAL_HEIGHT });
  return opened?.console ?? null;
}

/** The answer; null where the line was not run: then `ask` is given what wants to be confirmed, or a toast says why. */
export function say(view, id, line, confirm = null, ask = inDialog(view)) {
  const turn = (turns.get(id) ?? Promise.resolve()).then(() => sayNow(view, id, { line, confirm }, ask));
  turns.set(id, turn);
  return turn;
}

function sayNow({ actions }, id, said, ask) {
  const refused = ({ answer, message }) =>
    answer?.confirm ? ask({ console: id, line: said.line, ...answer.confirm }) : actions.toast(message);
  return actions.attempt(`say-${id}`, "POST", `consoles/${encodeURIComponent(id)}/lines`, said, refused);
}

/** The question as a dialog; it answers by saying the line again. */
export function inDialog({ choose }) {
  return (ask) => choose({ dialog: "confirm-line", ask });
}

/** For the tour: in the console that is shown, one after another; opens one where there is none. */
export async function sayAll(view, lines) {
  const id = shownIn(view) ?? (await open(view));
  for (const line of id ? lines : []) await say(view, id, line);
}

export function close({ actions }, id) {
  return actions.attempt("console-close", "DELETE", `consoles/${encodeURIComponent(id)}`);
}

/** {start, words, more} of the line up to the cursor; nothing where the dashboard does not say. */
export async function complete(id, line) {
  try {
    return await call("GET", query(`consoles/${encodeURIComponent(id)}/completions`, { line }));
  } catch {
    return { start: line.length, words: [], more: false };
  }
}

/** The longest beginning that all words have. */
export function common(words) {
  const [first = "", ...others] = words;
  let length = first.length;
  for (const word of others) while (!word.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

/** Types into the console that is shown; opens one where there is none. */
export async function focusLine(view) {
  const id = shownIn(view) ?? (await open(view));
  if (!id) return;
  isWanted = true;
  view.choose({ console: id, tab: "stage", consoleHeight: view.chosen.consoleHeight || USUAL_HEIGHT });
  requestAnimationFrame(() => requestAnimationFrame(() => takeFocus(document.getElementById("console-line"))));
}

/** The line takes the focus that it was to have, as soon as it is there. */
export function takeFocus(line) {
  if (!isWanted || !line) return;
  isWanted = false;
  line.focus();
}
