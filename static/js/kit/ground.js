// ZooKeeper's ground: one colour and one label in all views. Processes stand outside it; no call runs through it.
import { html } from "../html.js";
import { isReached } from "../servers.js";

/** Return the words on the ground; out of reach, nobody knows whether they still hold. */
const groundWords = (state) => (isReached(state) ? "ZooKeeper: what is true" : "ZooKeeper is out of reach: what was true last");

/**
 * Draw the ground and what lies on it. A drawing that has its own rect for the ground, `.ground` too, has the label alone.
 * rest: attributes of the element, such as its style.
 */
export function Ground({ state, children, ...rest }) {
  return html`<div ...${rest} class=${`ground ${isReached(state) ? "" : "unreached"} ${rest.class ?? ""}`}><${GroundLabel} state=${state} />${children}</div>`;
}

export function GroundLabel({ state }) {
  return html`<span class="ground-label" data-testid="lane-true">${groundWords(state)}</span>`;
}
