// The stage: the chain of candidates, drawn with D3 inside one SVG that Preact leaves alone.
import { html, useEffect, useLayoutEffect, useRef } from "../../html.js";
import { crownSign, glowSign, term, watch } from "../../kit/legend.js";
import { begin } from "../../kit/stage.js";
import { races, wakesAll } from "../../kit/stage/strategies.js";
import { baseOf } from "../../paths.js";
import { isReached } from "../../servers.js";
import { Empty } from "./empty.js";
import { aboutShape, isElection, isLed, standWord } from "./shapes.js";

export function Stage(view) {
  const box = useRef(null);
  const stage = useRef(null);
  const scene = { ...view, row: view.election };
  const latest = useRef(scene);
  latest.current = scene;
  useEffect(() => begin(box.current, stage, latest, WORDS), []);
  useEffect(() => view.herald((event, ms) => stage.current?.hear(event, ms)), []);
  useLayoutEffect(() => stage.current?.draw(scene));
  const { election, chosen, choose, page } = view;
  const reached = isReached(view.state);
  const hub = election && wakesAll(election);
  const empty = election && !election.chain.length && !hasProcess(view.state.candidates, election.path);
  return html`
    <div
      class=${`stage ${page.status.state === "connected" && reached ? "" : "stale"} ${empty ? "empty" : ""} ${hub ? "with-hub" : ""}`}>
      <div class="stage-scroll" ref=${box} tabindex="-1">
        <svg data-testid="stage" role="group" aria-label=${election && aboutShape(election) ? `${aboutShape(election).is}: its members in order` : "The chain of candidates"}></svg>
      </div>
      <span class="edge left" aria-hidden="true">‹</span><span class="edge right" aria-hidden="true">›</span>
      <span class="lane-title believed">Processes: what each believes</span>
      <span class="lane-title true" data-testid="lane-true">${reached ? "ZooKeeper: what is true" : OUT_OF_REACH}</span>
      ${empty && html`<${Empty} ...${view} />`}
      ${chosen.unfolded && html`<button class="refold"
        onClick=${() => choose({ unfolded: false })}>Fold the middle</button>`}
    </div>
  `;
}

function hasProcess(candidates, path) {
  return Object.values(candidates).some(({ election, process }) => election === path && process !== "exited");
}

const OUT_OF_REACH = "ZooKeeper is out of reach: what was true last";

/** Return the legend of an election, or of what else is at its path. */
export function legendOf(election) {
  const ofLeaders = [[crownSign(), crownedWord(election)], [glowSign(), "believes it leads"]];
  const watches = [[watch("seen"), term("watch, seen")], [watch("reported"), term("reported")], [watch("inferred"), term("inferred")]];
  return !election || isLed(election) ? [...ofLeaders, ...watches] : watches;
}

function crownedWord(election) {
  if (election && races(election)) return `owns “${election.itself ? baseOf(election.path) : "leader"}”: the true leader`;
  if (election?.shape === "lock") return "first: should hold the lock";
  return election && !isElection(election) ? "first: should hold the lock, or lead" : "lowest znode: the true leader";
}

/** Return the words below the crown. */
function crown(election, narrow) {
  if (races(election)) return "its owner is the true leader";
  if (election.shape === "lock") return narrow ? "first" : "first: should hold it";
  if (!isElection(election)) return narrow ? "first" : "first: should hold it, or lead";
  return narrow ? "lowest" : "lowest: the true leader";
}

const WORDS = { crown, stand: standWord };
