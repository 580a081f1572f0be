// The rounds of a drill in words, the phases of each, and where the moment of each is shown.
import { milliseconds } from "../../format.js";

/** The outcomes of a round that went as it should, and the one of a round that was not over in time. */
export const GOOD = ["handed over", "led on"];
export const LATE = "not within the limit";

/** Return how long all phases of a round took; 0 where one did not end. */
export const lengthOf = ({ ms }) => Object.values(ms).reduce((sum, one) => (one === null ? NaN : sum + one), 0) || 0;

export const PHASES = [
  { phase: "detect", until: "the znode was deleted" },
  { phase: "told", until: "the next one was notified" },
  { phase: "claims", until: "it said that it leads" },
  { phase: "acknowledged", until: "ZooKeeper had that" },
  { phase: "serves", until: "it, or the quorum, served again" },
];

/** Return the rounds that the page has, oldest first. */
export const roundsOf = ({ rounds }) => Object.values(rounds).sort((one, other) => one.number - other.number);

/** Return whom a round struck, and who led next. */
export function whoOf(round) {
  const struck = round.victims.join(" and ") || "nobody";
  return "handoff" in round ? `${struck} → ${round.heir ?? "nobody"}` : struck;
}

/** Say how a round went. */
export function saidOf(round) {
  const { number, outcome, broken, outside, ms } = round;
  const took = lengthOf(round);
  const how = [outcome, took > 0 && ` in ${milliseconds(took)}`, broken.length > 0 && `, ${broken.join(", ").replaceAll("_", " ")} did not hold`];
  return `round ${number}: ${how.filter(Boolean).join("")}${outside ? `; detect took ${milliseconds(ms.detect)}, which was not expected` : ""}`;
}

/** Each recipe: its view, and what that calls its subject in an address. */
const PLACES = { election: ["election", "election"], lock: ["lock", "lock"], bookshelf: ["books", "shelf"] };

/** Return the address of the moment of a round's fault, in the view of what was drilled. */
export function momentOf({ recipe, path }, { seq }) {
  const [view, subject] = PLACES[recipe] ?? PLACES.election;
  return `#${new URLSearchParams({ view, [subject]: path, at: seq })}`;
}
