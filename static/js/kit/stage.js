// The stage in a view: above the processes and what each believes, below ZooKeeper and what is true.
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../html.js";
import { leastInPixels, remInPixels } from "../rem.js";
import { isReached } from "../servers.js";
import { GroundLabel } from "./ground.js";
import { Motions } from "./stage/motions.js";
import { Picture } from "./stage/picture.js";
import { createScenes } from "./stage/scene.js";

const SOON_MS = 30;

/**
 * Draw a row of members, as large as the box that it is given.
 * row: {path, chain, leader, epoch, strategy?}: the members in their order, or those that race;
 * words: the recipe's words: crown(row, narrow), below the crown; stand(row, entry), at a znode where nobody leads;
 * lingersMs: how long a member that has gone still shows; label: the drawing's name; empty: what to do where nobody is.
 */
export function Stage({ words, label, empty, ...view }) {
  const { chosen, choose, page, state, onProcess: OnProcess } = view;
  const latest = useRef(view);
  latest.current = view;
  const box = useRef(null);
  const [size, resize] = useState(null); // of what is in sight
  const [scrolled, scroll] = useState(0);
  const [ends, end] = useState(0); // how often something that had gone was no longer to be seen
  const tools = useMemo(() => toolsOf(words, latest), []);
  const scenes = useMemo(() => createScenes(tools, words), []);
  const unit = remInPixels() / 16;
  const scene = size && scenes.sceneOf(view, { ...size, unit, least: leastInPixels(), scrolled }, ends);
  const isFresh = page.status.state === "connected" && isReached(state);
  const { board = {}, sides = {} } = scene ? placed(scene, size, scrolled) : {};

  useLayoutEffect(() => {
    const measure = () => resize({ width: box.current.clientWidth, height: box.current.clientHeight });
    const resized = new ResizeObserver(measure);
    resized.observe(box.current);
    measure();
    return () => resized.disconnect();
  }, []);
  useEffect(() => {
    const next = scenes.nextChange(); // nothing else would draw that
    if (!Number.isFinite(next)) return undefined;
    const timer = setTimeout(() => end(ends + 1), Math.max(SOON_MS, next - performance.now() + 10));
    return () => clearTimeout(timer);
  }, [scene]);
  useEffect(() => {
    const { places, chosenX } = scene ?? {};
    if (chosenX && places.width > size.width) box.current.scrollTo({ left: chosenX - size.width / 2, behavior: "smooth" });
  }, [scene?.chosen.candidate]);

  return html`
    <div class=${`stage ${isFresh ? "" : "stale"} ${empty ? "empty" : ""}`} ...${board}>
      <div class="stage-scroll" ref=${box} tabindex="-1" ...${sides} onScroll=${({ target }) => scroll(target.scrollLeft)}>
        <p class="lane-title">Processes: what each believes
          ${chosen.unfolded && html`<button class="refold" onClick=${() => choose({ unfolded: false })}>Fold the middle</button>`}</p>
        <svg data-testid="stage" role="group" aria-label=${label} width=${scene?.places.width} height=${scene?.places.height}>
          ${scene && html`<${Picture} scene=${scene} />`}
          <${Motions} scene=${scene} underWay=${view.underWay} herald=${view.herald} />
        </svg>
        <p class="lane-title true"><${GroundLabel} state=${state} /></p>
      </div>
      ${OnProcess && chosen.candidate && html`<div class="beside-chosen"><${OnProcess} ...${view} /></div>`}
      <span class="edge left" aria-hidden="true"></span><span class="edge right" aria-hidden="true"></span>
      ${empty && html`<div class="stage-empty"><div>${empty}</div></div>`}
    </div>
  `;
}

/** Return what the picture's parts ask and do. */
function toolsOf(words, latest) {
  const { choose, clock } = latest.current;
  return {
    ...words,
    clock,
    moves: false,
    choose: (id) => choose({ candidate: latest.current.chosen.candidate === id ? null : id }),
    chooseZnode: (path) => choose({ znode: path }),
    unfold: () => choose({ unfolded: true }),
  };
}

/**
 * Return the attributes of the stage, board: the sizes of its type, where the chosen process is, for its buttons below it, and
 * how far they reach to its left (less at the left edge); and of what scrolls, sides: on which there is more than is in sight.
 */
function placed({ places, chosenX }, { width, height }, scrolled) {
  const { growth, type, processY, radius, unit } = places;
  const x = chosenX - scrolled;
  const isSeen = x > 0 && x < width;
  const beside = isSeen && { "--chosen-x": `${x}px`, "--chosen-y": `${processY + radius + 9 * unit}px`, "--chosen-left": `${(-100 * x) / width}%` };
  const sizes = Object.entries(type).map(([name, size]) => [`--type-${name}`, `${size.toFixed(1)}px`]);
  const more = [scrolled > 4 && "left", places.width - width - scrolled > 4 && "right"].filter(Boolean).join(" ");
  return {
    board: { style: { "--growth": String(growth), ...Object.fromEntries(sizes), ...beside }, "data-beside": isSeen ? "" : null },
    sides: { "data-more": more, "data-low": places.height > height ? "" : null },
  };
}
