// The last turns with a lock of either kind: asked → has it → released, or until the session of a dead holder ends.
import { html } from "../html.js";
import { LastRound } from "./last_round.js";
import { passing } from "./proportion.js";
import { Slowed } from "./parts.js";

const ENDS = { kill: "killed", pause: "frozen", exit: "ended" };

export function Turns({ lock, clock, slowed, empty }) {
  const turns = [...(lock?.last_turns ?? [])].reverse();
  const facts = lock && html`<${Slowed} slowed=${slowed} path=${lock.path} />`;
  return html`<${LastRound} word="turn" clock=${clock} empty=${empty}
    roundsOf=${(now) => turns.map((turn, index) => ({ ...roundOf(turn, now), facts: index ? null : facts }))} />`;
}

function roundOf({ candidate, asked, held, ended, fault, freed }, now) {
  const end = ENDS[fault] ?? "released";
  const isHeld = ended == null;
  const steps = [
    { phase: "waits", name: "waits", until: `${candidate} had the lock`, at: held },
    { phase: "holds", name: "has it", title: "has the lock", until: fault ? `it was ${end}` : "it released the lock", tone: "lead", at: ended },
    ...(fault ? [{ phase: "dies", name: fault === "exit" ? "znode goes" : "session runs out", until: "its znode was gone", tone: "dead", at: freed }] : []),
  ];
  const words = isHeld ? "has the lock" : end;
  return { of: `${candidate} ${held}`, who: candidate, what: words, ears: `${candidate}, ${words}`, phases: passing(asked, steps, now) };
}
