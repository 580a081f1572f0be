// An election without candidates: how to begin.
import { html } from "../../html.js";
import { walking } from "../../kit/walk.js";
import { start } from "./calls.js";
import { startStrategy } from "./controls.js";
import { isLed } from "./shapes.js";
import { STRATEGIES } from "./strategies.js";

const INVITATION = "Start a candidate: a real process that opens a session and creates its znode here.";

export function Empty(view) {
  const { state, election } = view;
  const invites = !election.itself && !election.denied;
  return html`
    <div class="stage-empty"><p><b>${absence(election)} <code>${election.path}</code>.</b></p>
      ${invites && html`<p>${state.read_only ? "Candidates appear here as soon as one joins." : INVITATION}</p>`}
      ${invites && !state.read_only && html`<${Begin} ...${view} />`}</div>
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
  const names = Object.keys(STRATEGIES);
  return html`
    <p class="group strategies" role="radiogroup" aria-label="Strategy" onKeyDown=${walking(names.length, (at) => choose({ strategy: names[at] }))}>
      ${Object.entries(STRATEGIES).map(
        ([name, what]) => html`
        <button key=${name} role="radio" aria-checked=${name === strategy} tabindex=${name === strategy ? 0 : -1}
          title=${what} data-testid=${`strategy-${name}`} onClick=${() => choose({ strategy: name })}>${name}</button>`,
      )}
    </p>
    <p class="soft">${strategy}: ${STRATEGIES[strategy]}</p>
    <p><button class="primary" data-testid="start-first" disabled=${page.busy.has("start-5")}
        onClick=${() => start(view, 5, election.path, strategy)}>Start five candidates</button>
      <button data-testid="tour-first" onClick=${() => guide.begin("election")}>Take the guided tour</button></p>
  `;
}
