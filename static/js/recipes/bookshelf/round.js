// The last writes: asked → on the leader's disk → on the disks of all in sync, and answered.
import { html } from "../../html.js";
import { LastRound } from "../../kit/last_round.js";
import { passing } from "../../kit/proportion.js";

const OUTCOMES = { acknowledged: "acknowledged", cut: "cut off", unknown: "outcome not known", refused: "refused", unavailable: "no leader", conflict: "id taken" };

export function Round({ shelf, clock }) {
  const shown = shelf?.write ?? shelf?.last_write;
  const earlier = [...(shelf?.last_books ?? [])].reverse().filter(({ id }) => id !== shown?.id);
  return html`<${LastRound} word="write" clock=${clock} empty="No write yet. Add a book."
    roundsOf=${(now) => [...(shown ? [writeOf(shown, now)] : []), ...earlier.map(bookOf)]} />`;
}

function writeOf({ id, node, by, at, stored, ended, outcome }, now) {
  const steps = [
    { phase: "stored", name: "to the leader", until: `${by ?? "the leader"} had it on its disk`, at: stored },
    { phase: "answered", name: "copies", title: "copied to all in sync", until: "the client was answered", tone: outcome && outcome !== "acknowledged" ? "dead" : "", at: ended },
  ];
  const words = outcome ? (OUTCOMES[outcome] ?? outcome) : "under way";
  return { of: `${id} ${at}`, who: html`<bdi>${id}</bdi>${node && ` at ${node}`}`, what: words, ears: `${id}, ${words}`, phases: passing(at, steps, outcome ? null : now) };
}

function bookOf({ id, node, at, ms }) {
  return { of: `${id} ${at}`, who: html`<bdi>${id}</bdi>`, ears: `${id} at ${node}`, phases: [{ phase: "answered", name: "in all", until: "the client was answered", ms }] };
}
