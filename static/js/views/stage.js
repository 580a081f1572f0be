// The stage: the chain of candidates, drawn with D3 inside one SVG that Preact leaves alone.
import { html, useEffect, useLayoutEffect, useRef } from "../html.js";
import { isReached } from "../servers.js";
import { aboutShape, isElection, isLed } from "../shapes.js";
import { Empty } from "./empty.js";
import { createStage } from "./stage/draw.js";
import { races, wakesAll } from "./stage/strategies.js";

export function Stage(view) {
  const box = useRef(null);
  const stage = useRef(null);
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => begin(box.current, stage, latest), []);
  useEffect(() => view.hear((events) => stage.current?.hear(events)), []);
  useLayoutEffect(() => stage.current?.draw(view));
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
      <span class="lane-title believed">Processes: what each one believes</span>
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

/** Draws `latest.current`, a view, into `element` now and at each change of its size; returns what ends that. */
export function begin(element, stage, latest) {
  const { choose, clock } = latest.current;
  stage.current = createStage(element, {
    clock,
    choose: (id) => choose({ candidate: latest.current.chosen.candidate === id ? null : id }),
    chooseZnode: (path) => choose({ znode: path }),
    unfold: () => choose({ unfolded: true }),
  });
  const redraw = () => stage.current?.draw(latest.current);
  const resized = new ResizeObserver(redraw);
  resized.observe(element);
  redraw();
  return () => (resized.disconnect(), stage.current.end(), (stage.current = null));
}

const OUT_OF_REACH = "ZooKeeper is out of reach: what was last true";

export function Legend({ election }) {
  return html`
    <ul class="legend" aria-label="Legend">
      ${(!election || isLed(election)) && html`<${OfLeaders} election=${election} />`}
      <li><svg viewBox="0 0 30 8"><path class="watch-sample seen" d="M1 4h28" /></svg>watch, seen</li>
      <li><svg viewBox="0 0 30 8"><path class="watch-sample reported" d="M1 4h28" /></svg>reported</li>
      <li><svg viewBox="0 0 30 8"><path class="watch-sample inferred" d="M1 4h28" /></svg>inferred</li>
    </ul>
  `;
}

function OfLeaders({ election }) {
  return html`
    <li><svg viewBox="0 0 22 16"><path class="crown-shape"
      d="M3 15L5 4L10 10L11 1L14 10L19 4L21 15z" /></svg>${crownedWord(election)}</li>
    <li><svg viewBox="0 0 16 16"><circle class="glow-sample" cx="8" cy="8"
      r="5.5" /></svg>believes it leads</li>
  `;
}

function crownedWord(election) {
  if (election && races(election)) return "owns “leader”: leads in truth";
  return election && !isElection(election) ? "first: should hold the lock, or lead" : "lowest znode: leader in truth";
}
