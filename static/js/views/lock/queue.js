// The queue: the stage of an election, with clients of a lock on it.
import { html, useEffect, useLayoutEffect, useRef } from "../../html.js";
import { isReached } from "../../servers.js";
import { begin } from "../stage.js";
import { startClients } from "./bar.js";

/** Candidates in the order of the queue; who is between two tasks comes after. */
export function clientsOf({ state, lock }) {
  if (!lock) return [];
  const queue = lock.chain.map(({ candidate }) => candidate).filter(Boolean);
  const others = living(state, lock.path).filter((id) => !queue.includes(id));
  return [...queue, ...others];
}

export function living({ candidates }, path) {
  return Object.keys(candidates).filter(
    (id) => candidates[id].recipe === "lock" && candidates[id].path === path && candidates[id].process !== "exited",
  );
}

export function Queue(view) {
  const box = useRef(null);
  const stage = useRef(null);
  const scene = asScene(view);
  const latest = useRef(scene);
  latest.current = scene;
  useEffect(() => begin(box.current, stage, latest), []);
  useEffect(() => view.hear((events) => stage.current?.hear(events)), []);
  useLayoutEffect(() => stage.current?.draw(scene));
  const { lock, page, state, chosen, choose } = view;
  const reached = isReached(state);
  const empty = !lock || (!lock.chain.length && !living(state, lock.path).length);
  const off = lock && !lock.locking;
  return html`
    <div class=${`stage ${page.status.state === "connected" && reached ? "" : "stale"} ${empty ? "empty" : ""}`}>
      <div class="stage-scroll" ref=${box} tabindex="-1">
        <svg data-testid="stage" role="group" aria-label="The clients of the lock, in the order of the queue"></svg>
      </div>
      <span class="edge left" aria-hidden="true">‹</span><span class="edge right" aria-hidden="true">›</span>
      <span class="lane-title believed">Processes: what each one believes</span>
      <span class="lane-title true" data-testid="lane-true">${laneOf(reached, off)}</span>
      ${empty && html`<${Empty} ...${view} />`}
      ${chosen.unfolded && html`<button class="refold" onClick=${() => choose({ unfolded: false })}>Fold the middle</button>`}
    </div>
  `;
}

function laneOf(reached, off) {
  if (!reached) return "ZooKeeper is out of reach: what was last true";
  return off ? "ZooKeeper: nobody asks it for the lock" : "ZooKeeper: whose turn it is";
}

/** While the lock is taken away, who has a task is at work without it. */
function asScene(view) {
  const { lock, state } = view;
  if (!lock) return { ...view, election: NOBODY };
  const election = { ...lock, leader: lock.holder };
  if (lock.locking) return { ...view, election };
  const working = Object.keys(lock.tasks).filter((id) => state.candidates[id]?.belief === "idle");
  const changed = working.map((id) => [id, { ...state.candidates[id], belief: "working" }]);
  return { ...view, election, state: { ...state, candidates: { ...state.candidates, ...Object.fromEntries(changed) } } };
}

const NOBODY = { path: "", recipe: "lock", chain: [], leader: null, epoch: null };

function Empty(view) {
  const { state, lock, page, guide } = view;
  return html`
    <div class="stage-empty"><p><b>Nobody wants the lock <code>${lock?.path ?? "/lock"}</code>.</b></p>
      <p>${state.read_only ? "Clients appear here as soon as one comes." : INVITATION}</p>
      ${
        !state.read_only &&
        html`<p><button class="primary" data-testid="start-first" disabled=${page.busy.has("start-3")}
          onClick=${() => startClients(view, 3)}>Start three clients</button>
          <button data-testid="tour-first" onClick=${() => guide.begin("lock")}>Take the guided tour</button></p>`
      }</div>
  `;
}

const INVITATION = "Start some: real processes, which take turns to add one to the number in a file.";

export function QueueLegend() {
  return html`
    <ul class="legend" aria-label="Legend">
      <li><svg viewBox="0 0 22 16"><path class="crown-shape"
        d="M3 15L5 4L10 10L11 1L14 10L19 4L21 15z" /></svg>lowest znode: the lock is its</li>
      <li><svg viewBox="0 0 16 16"><circle class="glow-sample" cx="8" cy="8"
        r="5.5" /></svg>believes it holds the lock</li>
      <li><svg viewBox="0 0 30 8"><path class="watch-sample seen" d="M1 4h28" /></svg>watch, seen</li>
      <li><svg viewBox="0 0 30 8"><path class="watch-sample reported" d="M1 4h28" /></svg>reported</li>
      <li><svg viewBox="0 0 30 8"><path class="watch-sample inferred" d="M1 4h28" /></svg>inferred</li>
    </ul>
  `;
}
