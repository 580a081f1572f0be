// An election without candidates: how to begin.
import { html } from "../../html.js";
import { Radios } from "../../kit/controls/radios.js";
import { start } from "./calls.js";
import { startStrategy } from "./controls.js";
import { isLed } from "./shapes.js";
import { STRATEGIES } from "./strategies.js";

const INVITATION = "Start a candidate: a real process that opens a session and creates its znode here.";

export function Empty(view) {
  const { state, election } = view;
  const invites = !election.itself && !election.denied;
  return html`
    <h3>${absence(election)} <code>${election.path}</code>.</h3>
      ${invites && html`<p>${state.read_only ? "Candidates appear here as soon as one joins." : INVITATION}</p>`}
      ${invites && !state.read_only && html`<${Begin} ...${view} />`}
  `;
}

/** Say that it is empty; strangers that race for a key wait without a znode. */
function absence(election) {
  if (election.denied) return "An ACL hides who stands in";
  if (election.itself) return "Nobody owns";
  if (election.vacant) return "Nobody has a znode in";
  return `Nobody stands${isLed(election) ? " for election" : ""} in`;
}

function Begin(view) {
  const { election, page, choose, guide } = view;
  const strategy = startStrategy(view);
  return html`
    <p><${Radios} look="strategies" label="Strategy" value=${strategy} pick=${(name) => choose({ strategy: name })}
      among=${Object.entries(STRATEGIES).map(([name, title]) => ({ value: name, word: name, title, testid: `strategy-${name}` }))} /></p>
    <p class="soft">${strategy}: ${STRATEGIES[strategy]}</p>
    <p><button class="primary" data-testid="start-first" disabled=${page.busy.has("start-5")}
        onClick=${() => start(view, 5, election.path, strategy)}>Start five candidates</button>
      <button data-testid="tour-first" onClick=${() => guide.begin("election")}>Take the guided tour</button></p>
  `;
}
