// The stage: the chain of candidates.
import { html } from "../../html.js";
import { crownSign, glowSign, lanes, term, watch } from "../../kit/legend.js";
import { Stage as Drawn } from "../../kit/stage.js";
import { races } from "../../kit/stage/strategies.js";
import { baseOf } from "../../paths.js";
import { Empty } from "./empty.js";
import { aboutShape, isElection, isLed, standWord } from "./shapes.js";

export function Stage(view) {
  const { election } = view;
  const label = election && aboutShape(election) ? `${aboutShape(election).is}: its members in order` : "The chain of candidates";
  const isEmpty = election && !election.chain.length && !hasProcess(view.state.candidates, election.path);
  return html`<${Drawn} ...${view} row=${election} words=${WORDS} label=${label} empty=${isEmpty && html`<${Empty} ...${view} />`} />`;
}

function hasProcess(candidates, path) {
  return Object.values(candidates).some(({ election, process }) => election === path && process !== "exited");
}

/** Return the legend of an election, or of what else is at its path. */
export function legendOf(election) {
  const ofLeaders = [[crownSign(), crownedWord(election)], [glowSign(), "believes it leads"]];
  const watches = [[watch("seen"), term("watch, seen")], [watch("reported"), term("reported")], [watch("inferred"), term("inferred")]];
  return [...lanes("what each one believes"), ...(!election || isLed(election) ? ofLeaders : []), ...watches];
}

function crownedWord(election) {
  if (election && races(election)) return `owns “${election.itself ? baseOf(election.path) : "leader"}”: the true leader`;
  if (election?.shape === "lock") return "first: should hold the lock";
  return election && !isElection(election) ? "first: should hold the lock, or lead" : "lowest znode: the true leader";
}

/** Return the words below the crown. */
function crown(election, narrow) {
  if (races(election)) return narrow ? "the true leader's" : "its owner is the true leader";
  if (election.shape === "lock") return narrow ? "first" : "first: should hold it";
  if (!isElection(election)) return narrow ? "first" : "first: should hold it, or lead";
  return narrow ? "lowest" : "lowest: the true leader";
}

const WORDS = { crown, stand: standWord };
