// The last strike: the handoffs that it caused, one for each strategy, on one scale.
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { roundOf } from "../election/round.js";
import { STRATEGIES } from "./strategies.js";

export function Round({ state, chosen, clock }) {
  const { strike, paths = {} } = state.comparison ?? {};
  const since = strike?.at ?? Infinity;
  const struck = STRATEGIES.map((strategy) => ({ strategy, handoff: handoffOf(state.elections[paths[strategy]], since) })).filter(({ handoff }) => handoff);
  const inOrder = struck.sort((one, other) => Number(other.strategy === chosen.compared) - Number(one.strategy === chosen.compared));
  return html`<${LastRound} word="strike" clock=${clock} empty="No strike yet. End all three leaders at once."
    roundsOf=${(now) => inOrder.map(({ strategy, handoff }) => ({ ...roundOf(handoff, now, state), of: strategy, label: strategy, facts: html`<span>${strategy}</span>` }))} />`;
}

/** Return the handoff since the strike: it is under way, or over. */
function handoffOf(election, since) {
  const { handoff, last_handoff: last } = election ?? {};
  const isSince = ({ at }) => Math.max(...Object.values(at).map(Number)) >= since;
  return [handoff, last].find((one) => one && isSince(one)) ?? null;
}
