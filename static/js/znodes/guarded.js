// What guards against a slip: a word typed before ZooKeeper's own znodes change, a second click before what cannot be undone.
import { html, useEffect, useState } from "../html.js";
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

const ARMED_MS = 4000;

/** Draw the button. asks: its text after the first click; without it, the first click does it. */
export function Sure({ children, asks, run, testid, disabled = false }) {
  const [isArmed, arm] = useState(false);
  useEffect(() => {
    if (!isArmed) return undefined;
    const timer = setTimeout(() => arm(false), ARMED_MS);
    return () => clearTimeout(timer);
  }, [isArmed]);
  const click = () => (isArmed || !asks ? run() : arm(true));
  return html`<button type="button" data-testid=${testid} class=${isArmed ? "danger" : ""} disabled=${disabled}
    onClick=${click}>${isArmed ? asks : children}</button>`;
}
