// The last transactions: begun → voted → counted → decided → carried out.
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { passing } from "../../kit/proportion.js";

export function Round({ commit, clock }) {
  const latest = Object.values(commit?.transactions ?? {}).sort((one, other) => other.number - one.number);
  return html`<${LastRound} word="transaction" clock=${clock} empty="No transaction yet. Begin one."
    roundsOf=${(now) => latest.map((one) => roundOf(one, now))} />`;
}

function roundOf(one, now) {
  const sites = Object.keys(one.moves ?? {}).sort();
  const lastOf = (times) => (sites.length && times.every((at) => typeof at === "number") ? Math.max(...times) : null);
  const voted = lastOf(sites.map((site) => (one.votes?.[site]?.vote ? one.votes[site].at : null)));
  const carried = lastOf(sites.map((site) => one.carried_out?.[site]?.at));
  const decision = one.decision ?? "undecided";
  const moves = sites.map((site) => `${site} ${one.moves[site] > 0 ? "+" : ""}${one.moves[site]}`).join(", ");
  const steps = [
    { phase: "voted", name: "prepare", until: "the last site had voted", at: voted },
    { phase: "counted", name: "votes in", until: "the coordinator had all votes", at: one.votes_in?.at },
    { phase: "decided", name: "decide", until: "it was decided", at: one.decided },
    { phase: "carried", name: "carry out", until: "all sites had carried it out", at: carried },
  ];
  const isOver = one.gone || typeof carried === "number";
  return {
    of: one.number,
    who: `tx-${one.number}`,
    what: html`<b class=${`is-${one.decision ?? "none"}`}>${decision}</b>`,
    facts: html`<span>${moves}</span>`,
    ears: `transaction ${one.number}, ${decision}, ${moves}`,
    phases: passing(one.begun ?? one.coordinator?.at, steps, isOver ? null : now),
  };
}
