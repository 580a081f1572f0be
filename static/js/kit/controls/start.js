// What starts processes: a button for the first way, and a sheet with all of them and what they are started with.
import { shortened, spelt } from "../../format.js";
import { html } from "../../html.js";
import { crewOf } from "../../targets.js";
import { Menu } from "../menu.js";
import { Do, Select, Toolbar } from "./elements.js";

const TIMEOUTS = [2, 4, 6, 10, 20];

/**
 * Return the ways to start so many of one kind, each as `starts` of a view's controls. what: their word, for those who
 * listen; start(count) starts so many.
 */
export function counts({ state }, numbers, what, start) {
  return numbers.map((count) => ({ name: `start-${count}`, word: `+${count}`, what, count, title: `Start ${count} more`, why: whyFull(state, count), run: () => start(count) }));
}

/**
 * Start so many by a call, or say why not. name: what page.busy has meanwhile; refused: see actions.js.
 * @param {Record<string, any>} view
 */
export function startBy({ state, actions }, count, name, path, body, refused = undefined) {
  return actions.unless(whyFull(state, count), name, "POST", path, body, refused);
}

/** Say why so many more cannot be started; null if they can. */
export function whyFull({ candidates, limits }, count) {
  const limit = limits?.candidates ?? Infinity;
  const living = Object.values(candidates).filter(({ process }) => process !== "exited").length;
  return limit - living < count ? `The limit is ${limit} candidates` : null;
}

/** Draw the button and its sheet. choice: the props of Paths, null for a view without. It stands out while nobody runs. */
export function Start({ choice, ...view }) {
  const { page, here: { controls } } = view;
  const { starts, settings: Settings, invites = () => true } = controls;
  const all = starts(view);
  if (!all.length) return null;
  const [first, ...others] = all;
  const look = !crewOf(view).ids.length && invites(view) ? "primary" : "";
  return html`
    <${Toolbar} label="Start" look="starts">
      <${Do} page=${page} ...${first} testid=${others.length ? "start" : first.name} look=${look}>+<span class="word"> ${first.short ?? "start"}</span><//>
      <${Menu} name="start" look=${look} label="Start, and with what" sign=${html`<span aria-hidden="true">▾</span>`}>
        ${others.length > 0 && html`<div class="sheet-row" role="group" aria-label="Start">
          ${all.map((one) => html`<${Do} key=${one.name} page=${page} ...${one}>${one.word}${one.what && html`<span class="sr"> ${one.what}</span>`}<//>`)}
        </div>`}
        ${choice && html`<label class="setting"><span class="soft">${choice.label}</span><${Paths} ...${choice} testid="start-path" /></label>`}
        <${Select} ...${view} choice="timeout" among=${TIMEOUTS} word="session" testid="timeout"
          title="Session timeout of the next candidates: how long ZooKeeper keeps the znode of a dead process" />
        ${Settings && html`<${Settings} ...${view} />`}
      <//>
    <//>
  `;
}

/** Return [{path, word}], the paths in the state of what the view is about, with a word about each. */
export function entriesOf({ state, here: { subject } }) {
  return Object.values(state[subject.section] ?? {}).map((entry) => ({ path: entry.path, word: subject.wordOf(entry) }));
}

const [LONGEST_PATH, LONGEST_OF_A_PHONE] = [20, 13]; // letters, for which the choice has room
const PHONE = 640;

/** Draw a path to choose: in the room that there is, with its end, which tells it from the others; whole to programs. */
const Choice = ({ path, word }) =>
  html`<option key=${path} value=${path} label=${`${shortened(path, innerWidth < PHONE ? LONGEST_OF_A_PHONE : LONGEST_PATH)} · ${word}`}>${spelt(path)} · ${word}</option>`;

/**
 * Draw the choice. entries: [{path, word}] in the state; found: more of them, not followed yet; pick(path)
 * chooses one; other() asks for another path, null if that is not allowed; all() lists what was found.
 */
export function Paths({ label, value, entries, found = [], pick, all = null, other, testid }) {
  const change = (event) => {
    const { value: picked } = event.target;
    event.target.value = value ?? "";
    if (picked === "other…") other();
    else if (picked === "all…") all();
    else pick(picked);
  };
  return html`
    <select class="paths" data-testid=${testid} aria-label=${label} value=${value ?? ""} onChange=${change}>
      ${!value && html`<option value="" disabled>${entries.length ? "choose one" : "none yet"}</option>`}
      ${entries.map(Choice)}
      ${
        found.length > 0 &&
        html`<optgroup label="Found, not followed yet">
        ${found.map(Choice)}</optgroup>`
      }
      ${all && value && html`<option value="all…">all that was found …</option>`}
      ${other && html`<option value="other…">another path …</option>`}
    </select>
  `;
}
