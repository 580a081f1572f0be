// An election that the address names and the dashboard does not follow.
import { plural } from "../../format.js";
import { html } from "../../html.js";
import { follow } from "./calls.js";

/** Say that it has members all the same; null if none are known. */
function why({ found = {} }, path) {
  const members = Object.hasOwn(found, path) ? found[path].members : 0;
  if (!members) return null;
  return `${plural(members, "member")} ${members === 1 ? "is" : "are"} there, but the dashboard does not follow it yet.`;
}

function Offer({ missing, actions, choose, page }) {
  return html`<button class="primary" data-testid="missing-follow" disabled=${page.busy.has("follow")}
    onClick=${() => follow({ actions, choose }, missing.path)}>Follow it</button>`;
}

export const absent = { why, Offer };
