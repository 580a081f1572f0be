// The last items: put in → taken → done.
import { LastRound } from "../../kit/last_round.js";
import { passing } from "../../kit/proportion.js";
import { html } from "../../html.js";

export function Round({ queue, state, clock }) {
  const items = Object.values(queue?.items ?? {});
  const done = items.filter(({ state, ended_at: at }) => state === "done" && typeof at === "number").sort((one, other) => other.ended_at - one.ended_at);
  const taken = items.filter(({ state }) => state === "claimed").sort((one, other) => other.claim.at - one.claim.at);
  return html`<${LastRound} word="item" state=${state} clock=${clock} empty="No item yet." invites="Start two producers and three consumers."
    roundsOf=${(now) => (done.length ? done.map((item) => roundOf(item, null)) : taken.map((item) => roundOf(item, now)))} />`;
}

function roundOf({ number, by, claim, times, at, ended_at: ended, ended_by: last }, now) {
  const consumer = last ?? claim?.candidate ?? "a consumer";
  const words = times > 1 ? `given out ${times} times` : null;
  const who = `${by ?? "somebody"} → ${consumer}`;
  const steps = [
    { phase: "waits", name: "waits", until: `${consumer} had it`, at: claim?.at },
    { phase: "worked", name: "worked on", until: "it was done", at: ended },
  ];
  return { of: number, who: `#${number} ${who}`, what: words, ears: [`item ${number}, ${who}`, words].filter(Boolean).join(", "), phases: passing(at, steps, now) };
}
