// The last round of a drill, in true proportion, and the last five.
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { GOOD, lengthOf, PHASES, whoOf } from "./phases.js";

export function Round({ state, clock }) {
  const rounds = Object.values(state.drill?.rounds ?? {}).sort((one, other) => other.number - one.number);
  return html`<${LastRound} word="round" state=${state} clock=${clock} empty=${runningWords(state.drill) ?? "No round yet."} invites=${!state.drill?.running && "Start a drill."}
    roundsOf=${() => rounds.map(roundOf)} />`;
}

/** Say what runs before the first round is over; null while nothing runs. */
export function runningWords({ running }) {
  if (!running) return null;
  return running.number ? `Round ${running.number} runs …` : "The drill gets ready …";
}

function roundOf(round) {
  const { number, outcome, ms } = round;
  const who = whoOf(round);
  const failed = !GOOD.includes(outcome);
  return {
    of: number,
    who,
    what: failed ? html`<span class="tone-dead">${outcome}</span>` : null,
    ears: `round ${number}, ${who}, ${outcome}`,
    takes: "in all",
    total: "handoff" in round ? round.handoff : lengthOf(round) || null,
    label: String(number),
    phases: PHASES.filter(({ phase }) => phase !== "serves" || phase in ms).map(({ phase, until }) => ({ phase, name: phase, until, ms: ms[phase] ?? null })),
  };
}
