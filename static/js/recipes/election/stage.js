// The stage: the chain of candidates, how to begin where there are none, and what is at a path that is not an election.
import { html } from "../../html.js";
import { Radios } from "../../kit/controls/elements.js";
import { crownSign, glowSign, lanes, term, watch } from "../../kit/legend.js";
import { Stage as Drawn } from "../../kit/stage.js";
import { races } from "../../kit/stage/strategies.js";
import { baseOf } from "../../paths.js";
import { start } from "./calls.js";
import { startStrategy } from "./controls.js";
import { STRATEGIES, aboutShape, isElection, isLed, standWord, tellingOf } from "./shapes.js";

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

const INVITATION = "Start a candidate: a real process that opens a session and creates its znode here.";

function Empty(view) {
  const { state, election } = view;
  const invites = !election.itself && !election.denied;
  return html`
    <h3>${absence(election)} <code>${election.path}</code>.</h3>
      ${invites && html`<p>${state.read_only ? "Candidates appear here as soon as one joins." : INVITATION}</p>`}
      ${invites && !state.read_only && html`<${Begin} ...${view} />`}
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
  return html`
    <p><${Radios} look="strategies" label="Strategy" value=${strategy} pick=${(name) => choose({ strategy: name })}
      among=${Object.entries(STRATEGIES).map(([name, title]) => ({ value: name, word: name, title, testid: `strategy-${name}` }))} /></p>
    <p class="soft">${strategy}: ${STRATEGIES[strategy]}</p>
    <p><button class="primary" data-testid="start-first" disabled=${page.busy.has("start-5")}
        onClick=${() => start(view, 5, election.path, strategy)}>Start five candidates</button>
      <button data-testid="tour-first" onClick=${() => guide.begin("election")}>Take the guided tour</button></p>
  `;
}

export function Shape({ election }) {
  const about = election && tellingOf(election);
  if (!about) return null;
  return html`
    <section class="recipe" tabindex="0" aria-label="What this is" data-testid="shape-about">
      <h2>${about.is}</h2>
      <p>${about.rules}</p>
      <p class="source">${about.known}</p>
    </section>
  `;
}

/** Explain below the drawing why a shape without a leader has no handoff. */
export function Leaderless({ election }) {
  if (!election || isLed(election)) return null;
  return html`<p class="soft" data-testid="leaderless">${aboutShape(election).is}: it has no leader, so there is no handoff
    to measure, and the invariants of an election do not apply.</p>`;
}
