// The buttons that start processes, and the session timeout they request.
import { html } from "../../html.js";

const TIMEOUTS = [2, 4, 6, 10, 20];

/**
 * Draw the buttons. counts: one each, [1, 5, 20]; start(count) starts so many; what: their word, for
 * the titles; invites: whether they stand out. A button waits while page.busy has "start-COUNT".
 */
export function Start({ state, page, counts = [1, 5, 20], what = "candidates", invites = true, start }) {
  const limit = state.limits?.candidates ?? Infinity;
  const room = limit - Object.values(state.candidates).filter(({ process }) => process !== "exited").length;
  return html`
    <span class="group" role="group" aria-label=${`Start ${what}`}>
      ${counts.map(
        (number) => html`
        <button key=${number} class=${invites ? "primary" : ""} data-testid=${`start-${number}`}
          disabled=${room < number || page.busy.has(`start-${number}`)}
            aria-busy=${page.busy.has(`start-${number}`)}
          title=${room < number ? `The limit is ${limit} candidates` : `Start ${number} more`}
          onClick=${() => start(number)}>+${number}<span class="sr"> ${what}</span></button>`,
      )}
    </span>
  `;
}

export function Timeout({ chosen, choose }) {
  return html`
    <label class="timeout"
      title="Session timeout of the next candidates: how long ZooKeeper keeps the znode of a dead process">
      <span class="soft">session</span>
      <select data-testid="timeout" value=${chosen.timeout}
        onChange=${(event) => choose({ timeout: Number(event.target.value) })}>
        ${TIMEOUTS.map((seconds) => html`<option key=${seconds} value=${seconds}>${seconds} s</option>`)}
      </select>
    </label>
  `;
}
