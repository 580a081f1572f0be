// What starts processes: a button for the first way, and a sheet with all of them and what they are started with.
import { html } from "../../html.js";
import { crewOf } from "../../targets.js";
import { Menu } from "../menu.js";
import { Do } from "./button.js";
import { Paths } from "./paths.js";
import { Toolbar } from "./toolbar.js";

const TIMEOUTS = [2, 4, 6, 10, 20];

/**
 * Return the ways to start so many of one kind, each as `starts` of a view's controls. what: their word, for those who
 * listen; start(count) starts so many.
 */
export function counts({ state }, numbers, what, start) {
  return numbers.map((count) => ({ name: `start-${count}`, word: `+${count}`, what, count, title: `Start ${count} more`, why: whyFull(state, count), run: () => start(count) }));
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
        <${Timeout} ...${view} />
        ${Settings && html`<${Settings} ...${view} />`}
      <//>
    <//>
  `;
}

function Timeout({ chosen, choose }) {
  return html`
    <label class="setting"
      title="Session timeout of the next candidates: how long ZooKeeper keeps the znode of a dead process">
      <span class="soft">session</span>
      <select data-testid="timeout" value=${chosen.timeout}
        onChange=${(event) => choose({ timeout: Number(event.target.value) })}>
        ${TIMEOUTS.map((seconds) => html`<option key=${seconds} value=${seconds}>${seconds} s</option>`)}
      </select>
    </label>
  `;
}
