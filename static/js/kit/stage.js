// The stage in a view: above the processes and what each believes, below ZooKeeper and what is true.
import { html, useEffect, useLayoutEffect, useRef } from "../html.js";
import { isReached } from "../servers.js";
import { GroundLabel } from "./ground.js";
import { createStage } from "./stage/draw.js";

/**
 * Draw a row of members, as large as the box that it is given; D3 draws it into one SVG, which Preact leaves alone.
 * row: {path, chain, leader, epoch, strategy?}: the members in their order, or those that race;
 * words: the recipe's words: crown(row, narrow), below the crown; stand(row, entry), at a znode where nobody leads;
 * lingersMs: how long a member that has gone still shows; label: the drawing's name; empty: what to do where nobody is.
 */
export function Stage({ words, label, empty, ...scene }) {
  const box = useRef(null);
  const stage = useRef(null);
  const latest = useRef(scene);
  latest.current = scene;
  useEffect(() => begin(box.current, stage, latest, words), []);
  useEffect(() => scene.herald((event, ms) => stage.current?.hear(event, ms)), []);
  useLayoutEffect(() => stage.current?.draw(scene));
  const { chosen, choose, page, state, onProcess: OnProcess } = scene;
  const isFresh = page.status.state === "connected" && isReached(state);
  return html`
    <div class=${`stage ${isFresh ? "" : "stale"} ${empty ? "empty" : ""}`}>
      <div class="stage-scroll" ref=${box} tabindex="-1">
        <p class="lane-title">Processes: what each believes
          ${chosen.unfolded && html`<button class="refold" onClick=${() => choose({ unfolded: false })}>Fold the middle</button>`}</p>
        <svg data-testid="stage" role="group" aria-label=${label}></svg>
        <p class="lane-title true"><${GroundLabel} state=${state} /></p>
      </div>
      ${OnProcess && chosen.candidate && html`<div class="beside-chosen"><${OnProcess} ...${scene} /></div>`}
      <span class="edge left" aria-hidden="true"></span><span class="edge right" aria-hidden="true"></span>
      ${empty && html`<div class="stage-empty"><div>${empty}</div></div>`}
    </div>
  `;
}

/** Draw the latest scene into a box, now and at each change of its size; return a function that ends that. */
function begin(element, stage, latest, words) {
  const { choose, clock } = latest.current;
  stage.current = createStage(element, {
    ...words,
    clock,
    choose: (id) => choose({ candidate: latest.current.chosen.candidate === id ? null : id }),
    chooseZnode: (path) => choose({ znode: path }),
    unfold: () => choose({ unfolded: true }),
  });
  const redraw = () => {
    stage.current?.measure();
    stage.current?.draw(latest.current);
  };
  const resized = new ResizeObserver(redraw);
  resized.observe(element);
  redraw();
  return () => (resized.disconnect(), stage.current.end(), (stage.current = null));
}
