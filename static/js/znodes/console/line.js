// The line that is being typed: history, completion, and a terminal's keys.
import { plural } from "../../format.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../html.js";
import { common, complete, say, takeFocus } from "./saying.js";

const KEPT = 200;
const SHOWN_WORDS = 60;
const history = []; // of this page, newest last; passwords stay here
const drafts = new Map(); // console → what was typed, but not sent

export function Line(view) {
  const { id, prompt, busy, clear } = view;
  const input = useRef(null);
  const [text, setText] = useState(drafts.get(id) ?? "");
  const [hint, setHint] = useState(null);
  const [waiting, setWaiting] = useState([]); // the other lines of a paste
  const cursor = useRef(null); // its place once the completed text is drawn
  const back = useRef(0); // how far back in the history
  const type = (value) => {
    drafts.set(id, value);
    cursor.current = null;
    setText(value);
    setHint(null);
  };
  const empty = () => (setWaiting([]), type(""));
  const recall = (steps) => {
    const at = Math.max(0, Math.min(history.length, back.current + steps));
    if (at === back.current) return;
    back.current = at;
    type(at ? history.at(-at) : "");
  };
  const submit = (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    remember(text);
    back.current = 0;
    type(waiting[0] ?? "");
    setWaiting(waiting.slice(1));
    say(view, id, text);
  };
  const paste = (event) => {
    const { value, selectionStart: at, selectionEnd: end } = event.target;
    const pasted = event.clipboardData.getData("text/plain");
    const lines = linesOf(pasted);
    if (lines.length === 1 && lines[0] === pasted) return;
    event.preventDefault();
    const [first = "", ...others] = lines;
    type(value.slice(0, at) + first + value.slice(end));
    setWaiting(others);
  };
  const tab = async (event) => {
    const { selectionStart: at, selectionEnd: end } = event.target;
    if (event.shiftKey || at !== end || !text.trim()) return; // Tab moves to the next control
    event.preventDefault();
    const { start, words, more } = await complete(id, text.slice(0, at));
    if (input.current?.value !== text || !words.length) return;
    const word = words.length === 1 && !words[0].startsWith("/") ? `${words[0]} ` : common(words);
    type(text.slice(0, start) + word + text.slice(at));
    cursor.current = start + word.length;
    setHint(words.length > 1 ? { words, more } : null);
  };
  const keys = {
    Tab: tab,
    ArrowUp: (event) => (event.preventDefault(), recall(1)),
    ArrowDown: (event) => (event.preventDefault(), recall(-1)),
    Escape: () => (hint ? setHint(null) : input.current.blur()),
  };
  const control = {
    l: clear,
    u: empty,
    c: () => isSelected(input.current) || empty(),
  };
  const onKeyDown = (event) => {
    if (event.ctrlKey && !event.altKey && !event.metaKey) return onControl(control, event);
    return keys[event.key]?.(event);
  };
  useLayoutEffect(() => {
    if (cursor.current !== null) input.current.setSelectionRange(cursor.current, cursor.current);
    cursor.current = null;
  }, [text]);
  useEffect(() => takeFocus(input.current), []);
  useEffect(() => setText(drafts.get(id) ?? ""), [id]);
  useEffect(() => {
    const screen = input.current.closest(".console-screen");
    screen.scrollTop = screen.scrollHeight;
  }, [hint, waiting]);
  return html`
    <form class="console-line" onSubmit=${submit}>
      <label for="console-line">${prompt}</label>
      <input id="console-line" ref=${input} data-testid="console-line" value=${text} aria-busy=${busy} spellcheck=${false}
        autocomplete="off" autocapitalize="off" maxlength="60000" enterkeyhint="send"
        onInput=${(event) => type(event.target.value)} onKeyDown=${onKeyDown} onPaste=${paste} />
    </form>
    ${waiting.length > 0 && html`<p class="console-hint" data-testid="console-waiting" role="note">${plural(waiting.length, "pasted line")}
      to come: Enter runs this line and shows the next, Ctrl+U drops all.</p>`}
    ${hint && html`<p class="console-hint" data-testid="console-hint" role="note"><${Words} ...${hint} /></p>`}
  `;
}

function Words({ words, more }) {
  const shown = words.slice(0, SHOWN_WORDS);
  return html`${shown.map((word) => html`<span key=${word}><bdi>${lastPart(word)}</bdi></span>`)}
    ${(more || words.length > shown.length) && html`<span>…</span>`}`;
}

function lastPart(word) {
  return word.startsWith("/") ? word.slice(word.lastIndexOf("/") + 1) : word;
}

function onControl(control, event) {
  const run = control[event.key];
  if (!run || run(event) === true) return; // Ctrl+C copies if something is selected
  event.preventDefault();
}

function isSelected(input) {
  return input.selectionStart !== input.selectionEnd || !getSelection().isCollapsed;
}

function remember(line) {
  if (history.at(-1) !== line) history.push(line);
  history.splice(0, history.length - KEPT);
}

const PROMPT = /^\s*\[zk: [^\]]*\]\s?/;

/** Return the commands of a pasted text; of a copied zkCli session, only what was typed there. */
function linesOf(text) {
  const lines = text.split(/\r\n|\r|\n/);
  const prompted = lines.filter((line) => PROMPT.test(line));
  const said = (prompted.length ? prompted : lines).map((line) => line.replace(PROMPT, ""));
  return lines.length > 1 ? said.filter((line) => line.trim()) : said;
}
