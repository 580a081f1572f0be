// The last round of a drill, in true proportion, and the last five.
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { PHASES } from "./phases.js";

export function Round({ state, clock }) {
  const rounds = Object.values(state.drill?.rounds ?? {}).sort((one, other) => other.number - one.number);
  return html`<${LastRound} word="round" state=${state} clock=${clock} empty="No round yet." invites="Start a drill."
    roundsOf=${() => rounds.map(roundOf)} />`;
}

function roundOf({ number, outcome, victim, heir, ms, handoff }) {
  const who = `${victim} → ${heir ?? "nobody"}`;
  const failed = outcome !== "handed over";
  return {
    of: number,
    who,
    what: failed ? html`<span class="tone-dead">${outcome}</span>` : null,
    ears: `round ${number}, ${who}, ${outcome}`,
    takes: "in all",
    total: handoff,
    label: String(number),
    phases: PHASES.map(({ phase, until }) => ({ phase, name: phase, until, ms: ms[phase] ?? null })),
  };
}
