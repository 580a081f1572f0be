// ZooKeeper's own znodes are not changed by accident: the reader types a word first.
import { html } from "../html.js";
import { isWithin } from "../paths.js";

const GUARDED = "/zookeeper";
const WORD = "zookeeper"; // the word that the dashboard expects

function isGuarded(path) {
  return isWithin(path, GUARDED);
}

/** Return what goes into the body of a call that changes `path`. */
export function confirmed(path, word) {
  return isGuarded(path) ? { word: word ?? "" } : {};
}

export function isUnlocked(path, word) {
  return !isGuarded(path) || word === WORD;
}

export function Guard({ path, word, setWord }) {
  if (!isGuarded(path)) return null;
  return html`
    <label class="guard"><span>This belongs to ZooKeeper itself. Type <code>${WORD}</code> to change it anyway:</span>
      <input data-testid="guard" value=${word ?? ""} onInput=${(event) => setWord(event.target.value)}
        spellcheck="false" autocomplete="off" /></label>
  `;
}
